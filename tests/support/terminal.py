"""terminal.py - a program in a pseudo-terminal."""
import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

import scene


class Terminal:
    """A pseudo-terminal with a program in it, and all output so far."""

    def __init__(self, folder, words, columns=80, rows=24, **environment):
        self.folder, self.bytes = folder, b""
        child, self.fd = pty.fork()
        if child == 0:
            os.chdir(folder)
            fcntl.ioctl(0, termios.TIOCSWINSZ,
                        struct.pack("HHHH", rows, columns, 0, 0))
            os.execve(words[0], words, {
                **scene.referee_environment(folder), "TERM": "xterm",
                "NO_COLOR": "1", **environment})
        self.pid, self.status = child, None

    def resize(self, columns, rows):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ,
                    struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, timeout=0.05):
        """Reads what there is; False at the end of the output."""
        if not select.select([self.fd], [], [], timeout)[0]:
            return True
        try:
            more = os.read(self.fd, 65536)
        except OSError:
            more = b""
        self.bytes += more
        return bool(more)

    def until(self, what, true):
        """Reads until true() holds; `what` names it in the error."""
        deadline = time.monotonic() + scene.HANGS_S
        while not true():
            if not self.read() or time.monotonic() > deadline:
                if true():
                    break
                raise AssertionError(f"never {what}: {self.bytes[-900:]!r}")

    def key(self, key):
        os.write(self.fd, key)

    def frames(self):
        """The complete frames drawn so far, as lists of lines."""
        return [self.lines(frame)
                for frame in self.bytes.decode().split("\033[H")[1:]
                if "\033[J" in frame]

    @staticmethod
    def lines(frame):
        return [line.removesuffix("\033[K") for line in
                re.split(r"\r+\n", frame.partition("\033[J")[0])]

    def last(self):
        """The last complete frame, without decoding all earlier ones."""
        end = self.bytes.rfind(b"\033[J")
        begin = self.bytes.rfind(b"\033[H", 0, max(end, 0))
        return self.lines(self.bytes[begin + 3:].decode()) if begin >= 0 \
            else [""]

    def end(self):
        """Reads the rest of the output; returns the exit status."""
        deadline = time.monotonic() + scene.HANGS_S
        while self.read() and time.monotonic() < deadline:
            pass
        with contextlib.suppress(ProcessLookupError):
            if time.monotonic() >= deadline:
                os.kill(self.pid, signal.SIGKILL)
        status = os.waitpid(self.pid, 0)[1]
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)
