"""axe-core on a page: what of it not everybody can use, by all of axe's rules."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from playwright.sync_api import Page

RUN = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.flatMap(({ id, impact, nodes }) => nodes.map((node) =>
    `${id} (${impact}): ${node.target.join(" ")}: ${node.failureSummary.replaceAll("\\n", " ")}`));
}"""


@cache
def _script() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


def faults(page: Page) -> list[str]:
    """Everything that axe finds wrong on the page as it is now."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(_script())
    found: list[str] = page.evaluate(RUN)
    return found
