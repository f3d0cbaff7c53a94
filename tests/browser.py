"""Pages as a browser shows them: one start of Chromium looks at many pages."""

import json
import re
import subprocess
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--hide-scrollbars", "--allow-file-access-from-files", "--window-size=1400,900",
)  # fmt: skip
DARK = ("--blink-settings=preferredColorScheme=0",)
# A page's own policy lets no script run, and a frame obeys it too.
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>\n')
FOUND = re.compile(r'<pre id="found">(.*?)</pre>', re.DOTALL)
LOOKS = """<!DOCTYPE html><meta charset="utf-8"><title>looks</title><body>
<script>
const looks = %s;
const found = [];
async function look(name, width, script) {
  const frame = document.createElement("iframe");
  frame.style.cssText = `width:${width}px;height:800px;border:0`;
  frame.src = name;
  document.body.append(frame);
  await new Promise(done => frame.onload = done);
  const page = frame.contentWindow;
  if (script) await new Promise(done => {
    const element = page.document.createElement("script");
    element.src = script;
    element.onload = done;
    page.document.head.append(element);
  });
  const answer = await page.eval(`(async () => { %s })()`);
  frame.remove();
  return answer;
}
(async () => {
  for (const [name, width, script] of looks) {
    try { found.push(await look(name, width, script)); }
    catch (error) { found.push({error: String(error)}); }
  }
  const text = document.createElement("pre");
  text.id = "found";
  text.textContent = JSON.stringify(found);
  document.body.append(text);
})();
</script>"""

# The text of all that is shown, a sign of a number joined to it and an index to its name.
TEXT = r"""
function said(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  // A formula is shown whole or not at all.
  if (!node.parentElement.closest("math") && !node.checkVisibility()) return "";
  const inside = [...node.childNodes].map(said);
  if (node.localName === "msub") {
    const [name, index] = inside.map(one => one.replace(/\s/g, ""));
    return ` ${name}_{${index}} `;
  }
  return inside.join("") + (node.getAttribute("form") === "prefix" ? "" : " ");
}
return said(document.querySelector("main"));
"""
OVERFLOW = r"""
const page = document.documentElement;
const wide = [...document.querySelectorAll("main *")].filter(one =>
  one.getBoundingClientRect().right > innerWidth + 1 && !one.parentElement.closest(".wide"));
return {over: page.scrollWidth - innerWidth, wide: wide.map(one => one.outerHTML.slice(0, 120))};
"""
# Signs in a formula have the colour of the text around it, and are too short for axe to judge.
AXE = r"""
const rules = RULES;
const options = {resultTypes: ["violations"], ...(rules.length ? {runOnly: rules} : {})};
const result = await axe.run({exclude: [["math *"]]}, options);
return {passes: result.passes.map(rule => rule.id),
        violations: result.violations.map(rule => [rule.id, ...rule.nodes.map(n => n.html)]),
        dark: matchMedia("(prefers-color-scheme: dark)").matches};
"""


def dom_texts(pages: Sequence[str]) -> list[str]:
    """The text that each page shows on the screen, in order."""
    return _looked(pages, TEXT)


def overflows(pages: Sequence[str], widths: Sequence[int]) -> list[dict[str, Any]]:
    """What is wider than windows of those widths: the page by some pixels, and its elements."""
    return _looked(pages, OVERFLOW, widths=widths)


def axe_results(
    pages: Sequence[str], *, dark: bool = False, width: int = 1280, rules: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """What axe-core finds on each page, by all its rules or by those named."""
    question = AXE.replace("RULES", json.dumps([*rules]))
    flags = DARK if dark else ()
    return _looked(pages, question, flags, widths=[width], script=axe_script().as_uri())


@cache
def axe_script() -> Path:
    """The file of axe-core."""
    found = find_spec("axe_core_python")
    if found is None or found.origin is None:
        raise FileNotFoundError("axe.min.js is in the package axe-core-python")
    return Path(found.origin).with_name("axe.min.js")


def looked_at(page: str) -> str:
    """A copy of a page in which a test's script may run, with all hints open."""
    copy, count = POLICY.subn("", page)
    assert count == 1
    return copy.replace("<details>", "<details open>")


def _looked(
    pages: Sequence[str],
    question: str,
    flags: Sequence[str] = (),
    *,
    widths: Sequence[int] = (1280,),
    script: str = "",
) -> list[Any]:
    """What a script answers on each page, in a frame of each width, in one browser."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        looks = []
        for n, page in enumerate(pages):
            (folder / f"{n}.html").write_text(looked_at(page), encoding="utf-8")
            looks += [[f"{n}.html", width, script] for width in widths]
        asked = question.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${")
        whole = LOOKS % (json.dumps(looks), asked)
        (folder / "looks.html").write_text(whole, encoding="utf-8")
        dom = _chromium(folder, *flags, "--dump-dom", (folder / "looks.html").as_uri())
    found = FOUND.search(dom)
    assert found is not None, dom[-2000:]
    answers: list[Any] = json.loads(_unescaped(found[1]))
    assert len(answers) == len(pages) * len(widths)
    assert not [one for one in answers if isinstance(one, dict) and "error" in one], answers
    return answers


def printed(page: str) -> list[str]:
    """The text of every page of paper."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "page.html").write_text(page, encoding="utf-8")
        paper = folder / "page.pdf"
        source = (folder / "page.html").as_uri()
        _chromium(folder, "--no-pdf-header-footer", f"--print-to-pdf={paper}", source)
        command = ["pdftotext", "-layout", "-enc", "UTF-8", str(paper), "-"]
        ran = subprocess.run(command, capture_output=True, check=True, timeout=60)
    return ran.stdout.decode("utf-8").split("\f")[:-1]


def _chromium(folder: Path, *arguments: str) -> str:
    # In virtual time the browser waits for all scripts, however slow the machine is.
    flags = (*FLAGS, f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=10000000")
    command = ["chromium", *flags, *arguments]
    ran = subprocess.run(command, capture_output=True, check=True, timeout=300)
    return ran.stdout.decode("utf-8")


def _unescaped(text: str) -> str:
    for sign in "<>&":
        text = text.replace(escape(sign), sign)
    return text.replace("&nbsp;", "\xa0")
