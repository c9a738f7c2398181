"""Find the accessibility rules that a page breaks, with axe."""

from collections.abc import Mapping
from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OPTIONS: Final = {
    "runOnly": {"type": "tag", "values": TAGS},
    "resultTypes": ["violations"],  # describing every element that passes takes longer than the check
}
LONGEST_ELEMENT: Final = 160
IS_WITHIN: Final = "([target, outer]) => document.querySelector(target).closest(outer) !== null"


def violations(page: Page, excused: Mapping[str, str] | None = None) -> list[str]:
    """List each broken rule with the elements that break it; `excused` names by rule the selector to pass over."""
    found = []
    for rule in Axe().run(page, options=OPTIONS).response["violations"]:
        outer = (excused or {}).get(rule["id"])
        nodes = [node for node in rule["nodes"] if not (outer and page.evaluate(IS_WITHIN, [node["target"][0], outer]))]
        if nodes:
            found.append(f"{rule['id']}: {[node['html'][:LONGEST_ELEMENT] for node in nodes]}")
    return found
