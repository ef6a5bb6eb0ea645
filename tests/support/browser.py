"""browser.py - a headless Chromium, driven through its debugging pipe.

It needs no driver and no network: all host names resolve to this machine.
"""
import base64
import fcntl
import http.server
import json
import os
import shutil
import subprocess
import threading
import time

import scene

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser")
NOT_TRIED = "not tried: pages in a browser, which needs chromium"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
         "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync",
         "--disable-dev-shm-usage", "--remote-debugging-pipe",
         "--host-resolver-rules=MAP * 127.0.0.1"]
REMOTE = "pages.example"        # another host: no secure context


def pipe():
    """Both ends of a pipe, moved away from descriptors 3 and 4, which Chromium
    uses."""
    low = os.pipe()
    high = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 10) for fd in low]
    for fd in low:
        os.close(fd)
    return high


class Browser:
    """Collects in `noise` everything that a page does wrong: requests to
    anything but the `allowed` prefixes, dialogs, exceptions and error
    messages."""

    def __init__(self, folder, allowed):
        self.allowed, self.noise, self.number = allowed, [], 0
        self.session, self.target, self.buffer = None, None, b""
        self.shape = 1180, 900, False
        theirs_in, self.out = pipe()
        self.into, theirs_out = pipe()

        def plumb():
            os.dup2(theirs_in, 3)
            os.dup2(theirs_out, 4)

        with open(f"{folder}/chromium.log", "wb") as log:
            self.process = subprocess.Popen(
                [PROGRAM, *FLAGS, f"--user-data-dir={folder}/profile",
                 "about:blank"], preexec_fn=plumb, pass_fds=(3, 4),
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, "HOME": folder})
        os.close(theirs_in)
        os.close(theirs_out)

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        os.close(self.out)      # Chromium ends when its pipe is closed
        try:
            self.process.wait(scene.HANGS_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.into)

    def message(self):
        while b"\0" not in self.buffer:
            some = os.read(self.into, 1 << 16)
            assert some, "Chromium has ended"
            self.buffer += some
        one, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(one)

    def hear(self, event):
        method, what = event.get("method"), event.get("params", {})
        if method == "Network.requestWillBeSent":
            url = what["request"]["url"]
            if not url.startswith(("about:", "blob:", *self.allowed)):
                self.noise.append(f"request: {url}")
        elif method == "Page.javascriptDialogOpening":
            self.noise.append(f"dialog: {what['message']}")
            self.send("Page.handleJavaScriptDialog", accept=False)
        elif method == "Runtime.exceptionThrown":
            self.noise.append(f"exception: {what['exceptionDetails']}")
        elif method == "Log.entryAdded" and what["entry"]["level"] == "error":
            self.noise.append(f"log: {what['entry']['text']}")
        elif method == "Runtime.consoleAPICalled" and what["type"] == "error":
            self.noise.append(f"console: {what['args']}")

    def send(self, method, **params):
        self.number += 1
        form = {"id": self.number, "method": method, "params": params}
        if self.session:
            form["sessionId"] = self.session
        os.write(self.out, json.dumps(form).encode() + b"\0")
        return self.number

    def call(self, method, **params):
        number = self.send(method, **params)
        while True:
            answer = self.message()
            if answer.get("id") == number:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]
            self.hear(answer)

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression,
                           returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def wait(self, expression):
        """Waits until the expression is true; returns its value."""
        deadline = time.monotonic() + scene.HANGS_S
        while not (value := self.value(expression)):
            assert time.monotonic() < deadline, (
                f"never: {expression}; {self.noise}; " +
                self.value("location.href + '\\n' + document.body.innerText"))
            time.sleep(0.05)
        return value

    def go(self, url):
        """Opens the address in a new tab and closes the last one: a tab that
        has shown a page of another origin accepts no drops."""
        self.session, old = None, self.target
        self.target = self.call("Target.createTarget",
                                url="about:blank")["targetId"]
        if old:
            self.call("Target.closeTarget", targetId=old)
        self.session = self.call("Target.attachToTarget", flatten=True,
                                 targetId=self.target)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "DOM"):
            self.call(f"{domain}.enable")
        self.call("Page.bringToFront")
        self.size(*self.shape)
        self.call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete' && "
                  f"location.href === {json.dumps(url)}")

    def files(self, selector, paths):
        """Chooses files, or a folder, for an input element."""
        found = self.call("Runtime.evaluate", expression="document."
                          f"querySelector({json.dumps(selector)})")
        self.call("DOM.setFileInputFiles", files=paths,
                  objectId=found["result"]["objectId"])

    def drop(self, selector, paths):
        box = self.value(f"""(() => {{ const box = document.querySelector(
            {json.dumps(selector)}).getBoundingClientRect();
            return [box.x + 9, box.y + 9]; }})()""")
        for kind in ("dragEnter", "dragOver", "drop"):
            self.call("Input.dispatchDragEvent", type=kind, x=box[0], y=box[1],
                      data={"items": [], "files": paths,
                            "dragOperationsMask": 1})

    def size(self, width, height=900, dark=False):
        """Sets the size and colour scheme of this tab and of later ones."""
        self.shape = width, height, dark
        if self.session is None:
            return
        self.call("Emulation.setDeviceMetricsOverride", width=width,
                  height=height, deviceScaleFactor=1, mobile=width < 500)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme",
             "value": "dark" if dark else "light"},
            # Without transitions, colours have their final values at once.
            {"name": "prefers-reduced-motion", "value": "reduce"}])

    def picture(self, path):
        shot = self.call("Page.captureScreenshot", captureBeyondViewport=True)
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def printed(self):
        """What is wrong with this view in print: visible controls, or too
        wide."""
        self.call("Emulation.setEmulatedMedia", media="print")
        pressed = self.value("""[...document.querySelectorAll(
            "nav, button:not(.steps *, .legend *), input, select")].filter((node) =>
                node.checkVisibility()).map((node) => node.outerHTML)""")
        over = self.overflow()
        self.call("Emulation.setEmulatedMedia", media="")
        return [f"on paper: {one}" for one in pressed] + [
            f"on paper, {over} px too wide"] * (over > 0)

    def overflow(self):
        """By how many pixels the page is wider than its window."""
        return self.value("document.documentElement.scrollWidth - "
                          "document.documentElement.clientWidth")


class Server(http.server.ThreadingHTTPServer):
    """Serves a folder under the name REMOTE, over plain HTTP; the files named
    in `once` fail at the next request."""

    def __init__(self, folder):
        self.once = once = set()

        class Handler(http.server.SimpleHTTPRequestHandler):
            def __init__(self, *args):
                super().__init__(*args, directory=folder)

            def do_GET(self):
                if os.path.basename(self.path) in once:
                    once.remove(os.path.basename(self.path))
                    self.send_error(503)
                else:
                    super().do_GET()

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://{REMOTE}:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()
