"""firefox.py - a headless Firefox, driven by its built-in Marionette."""
import json
import os
import shutil
import socket
import subprocess
import time

import scene

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")
# Firefox writes the port it listens on to a file in its profile; it sends
# nothing to other machines.
PREFERENCES = {"marionette.port": 0, "app.update.enabled": False,
               "browser.shell.checkDefaultBrowser": False,
               "datareporting.policy.dataSubmissionEnabled": False,
               "toolkit.telemetry.enabled": False,
               "network.proxy.type": 1, "network.proxy.http": "127.0.0.1",
               "network.proxy.http_port": 9, "network.proxy.ssl": "127.0.0.1",
               "network.proxy.ssl_port": 9,
               "privacy.partition.network_state": False}
ERRORS = """return Services.console.getMessageArray().filter((one) =>
    one instanceof Ci.nsIScriptError && one.sourceName.startsWith(arguments[0])
    ).map(String)"""


class Firefox:
    def __init__(self, folder):
        profile = f"{folder}/firefox"
        os.mkdir(profile)
        scene.write(f"{profile}/user.js", "".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
            for name, value in PREFERENCES.items()))
        with open(f"{folder}/firefox.log", "wb") as log:
            self.process = subprocess.Popen(
                [PROGRAM, "--headless", "--no-remote", "--marionette",
                 "--remote-allow-system-access", "--profile", profile],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, "HOME": folder})
        self.number, self.socket = 0, None
        try:
            self.connect(f"{profile}/MarionetteActivePort")
            self.call("WebDriver:NewSession")
        except BaseException:
            self.end()
            raise

    def connect(self, path):
        deadline = time.monotonic() + scene.HANGS_S
        while not (os.path.exists(path) and os.path.getsize(path)):
            assert time.monotonic() < deadline and \
                self.process.poll() is None, "Firefox does not listen"
            time.sleep(0.05)
        with open(path, encoding="ascii") as file:
            self.socket = socket.create_connection(("127.0.0.1",
                                                    int(file.read())))
        self.read = self.socket.makefile("rb")
        self.message()          # the greeting

    def message(self):
        size = b""
        while (one := self.read.read(1)) != b":":
            assert one, "Firefox has ended"
            size += one
        return json.loads(self.read.read(int(size)))

    def call(self, method, **params):
        self.number += 1
        text = json.dumps([0, self.number, method, params]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, number, error, result = self.message()
        assert number == self.number and error is None, (method, error)
        return result

    def value(self, expression):
        return self.call("WebDriver:ExecuteScript", args=[],
                         script=f"return {expression}")["value"]

    def wait(self, expression):
        """Waits until the expression is true; returns its value."""
        deadline = time.monotonic() + scene.HANGS_S
        while not (value := self.value(expression)):
            assert time.monotonic() < deadline, f"never: {expression}"
            time.sleep(0.05)
        return value

    def go(self, url):
        self.call("WebDriver:Navigate", url="about:blank")
        self.call("WebDriver:Navigate", url=url)

    def key(self, key):
        actions = [{"type": "key", "id": "keys", "actions": [
            {"type": kind, "value": key} for kind in ("keyDown", "keyUp")]}]
        self.call("WebDriver:PerformActions", actions=actions)

    def size(self, width, height=900):
        self.call("WebDriver:SetWindowRect", width=width, height=height)

    def errors(self, url):
        """The console's errors from scripts at that address."""
        self.call("Marionette:SetContext", value="chrome")
        found = self.call("WebDriver:ExecuteScript", script=ERRORS,
                          args=[url])["value"]
        self.call("Marionette:SetContext", value="content")
        return found

    def end(self):
        if self.socket:
            self.socket.close()
        self.process.terminate()
        try:
            self.process.wait(scene.HANGS_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        self.end()
