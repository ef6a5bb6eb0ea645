"""axe.py - the accessibility faults that axe-core finds in a page (keyboard,
screen reader, contrast).

Only tests use it: `npm install --no-save --prefix /var/cache/rollcall
axe-core@4.14.1`, or set ROLLCALL_AXE to the path of its axe.min.js.
"""
import os

PATH = os.environ.get(
    "ROLLCALL_AXE", "/var/cache/rollcall/node_modules/axe-core/axe.min.js")
HAS = os.path.exists(PATH)
NOT_TRIED = f"not tried: axe-core, which is not at {PATH}"
# preload: false: it would fetch the stylesheet again, which the page's policy
# forbids.
RUN = """axe.run(document, {resultTypes: ["violations"],
    preload: false}).then((found) =>
    found.violations.map((one) => `axe ${one.id}: ${
        one.nodes.slice(0, 3).map(
        (node) => `${node.html.slice(0, 200)} (${node.any.map((why) =>
            why.message).join("; ").slice(0, 200)})`).join(", ")}`))"""


def findings(page):
    """The faults of the document that the browser shows, one sentence each."""
    if not HAS:
        return []
    if not page.value("'axe' in window"):
        with open(PATH, encoding="utf-8") as file:
            # Without the 0, value() would try to return the result of the
            # script.
            page.value(file.read() + "\n;0")
    return page.value(RUN)


def proof_of_it(page):
    """Checks that axe does find a fault; leaves the page as it was."""
    if not HAS:
        return []
    page.value("""document.body.append(Object.assign(
        document.createElement("button"), {id: "nameless"}))""")
    found = findings(page)
    page.value("document.getElementById('nameless').remove()")
    return [] if any("button-name" in one for one in found) else [
        f"axe found no fault in a button without a name: {found}"]
