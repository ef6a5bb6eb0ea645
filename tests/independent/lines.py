"""lines.py - reads one line of a match log, character by character."""

LEVELS = 32
LINE_MAX = 1 << 20
INTEGER_MAX = (1 << 53) - 1
ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f",
           "n": "\n", "r": "\r", "t": "\t"}


class Bad(Exception):
    """The text is not as required; the message gives the reason."""


class Scanner:
    def __init__(self, text):
        self.text = text
        self.at = 0

    def peek(self):
        return self.text[self.at] if self.at < len(self.text) else ""

    def take(self):
        char = self.peek()
        if char == "":
            raise Bad("the line ends too early")
        self.at += 1
        return char

    def expect(self, char):
        if self.take() != char:
            raise Bad("%r is missing at character %d" % (char, self.at))

    def value(self, level):
        char = self.peek()
        if char == "{":
            return self.object(level)
        if char == "[":
            return self.array(level)
        if char == '"':
            return self.string()
        if char == "-" or char in "0123456789" and char:
            return self.integer()
        for word, meaning in (("true", True), ("false", False),
                              ("null", None)):
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return meaning
        raise Bad("no value at character %d" % (self.at + 1))

    def object(self, level):
        if level > LEVELS:
            raise Bad("more than %d levels" % LEVELS)
        self.expect("{")
        found = {}
        if self.peek() == "}":
            self.take()
            return found
        while True:
            if self.peek() != '"':
                raise Bad("no key at character %d" % (self.at + 1))
            key = self.string()
            if key in found:
                raise Bad("the key %r stands twice" % key)
            self.expect(":")
            found[key] = self.value(level + 1)
            char = self.take()
            if char == "}":
                return found
            if char != ",":
                raise Bad("no comma at character %d" % self.at)

    def array(self, level):
        if level > LEVELS:
            raise Bad("more than %d levels" % LEVELS)
        self.expect("[")
        found = []
        if self.peek() == "]":
            self.take()
            return found
        while True:
            found.append(self.value(level + 1))
            char = self.take()
            if char == "]":
                return found
            if char != ",":
                raise Bad("no comma at character %d" % self.at)

    def integer(self):
        start = self.at
        if self.peek() == "-":
            self.take()
        digits = self.at
        while self.peek() in "0123456789" and self.peek():
            self.take()
        written = self.text[digits:self.at]
        if written == "" or written[0] == "0" and written != "0":
            raise Bad("no integer at character %d" % (start + 1))
        if self.text[start:self.at] == "-0":
            raise Bad("minus zero")
        if self.peek() in (".", "e", "E"):
            raise Bad("a float")
        if len(written) > 16 or int(written) > INTEGER_MAX:
            raise Bad("an integer beyond 2^53")
        return int(self.text[start:self.at])

    def unit(self):
        digits = "".join(self.take() for _ in range(4))
        if any(d not in "0123456789abcdefABCDEF" for d in digits):
            raise Bad("a bad escape")
        return int(digits, 16)

    def string(self):
        self.expect('"')
        found = []
        while True:
            char = self.take()
            if char == '"':
                return "".join(found)
            if ord(char) < 0x20:
                raise Bad("a control character in a string")
            if char != "\\":
                found.append(char)
                continue
            char = self.take()
            if char in ESCAPES:
                found.append(ESCAPES[char])
            elif char == "u":
                found.append(self.escaped())
            else:
                raise Bad("an unknown escape")

    def escaped(self):
        code = self.unit()
        if code == 0:
            raise Bad("U+0000")
        if 0xDC00 <= code <= 0xDFFF:
            raise Bad("half a surrogate pair")
        if 0xD800 <= code <= 0xDBFF:
            if self.text[self.at:self.at + 2] != "\\u":
                raise Bad("half a surrogate pair")
            self.at += 2
            low = self.unit()
            if not 0xDC00 <= low <= 0xDFFF:
                raise Bad("half a surrogate pair")
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
        return chr(code)


def read(raw):
    """The object of one line (bytes without the LF), or Bad."""
    if len(raw) + 1 > LINE_MAX:
        raise Bad("a line over 1 MiB")
    if raw == b"":
        raise Bad("an empty line")
    try:
        text = raw.decode("utf-8", "strict")
    except UnicodeDecodeError:
        raise Bad("not UTF-8")
    scanner = Scanner(text)
    if scanner.peek() != "{":
        raise Bad("the line does not begin with an object")
    found = scanner.object(1)
    if scanner.at != len(text):
        raise Bad("something stands after the object")
    return found
