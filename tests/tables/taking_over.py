"""What htmx makes of a part that is sent: what is kept stays as it is, what is the same holds the same."""

import re

from tables.room.thinning import KEPT, SAME, elements

PARTIAL = re.compile(
    r'<hx-partial (?:id="|hx-target="#)([a-z0-9-]+)"(?: hx-swap="(\w+)")?>(.*?)</hx-partial>', re.DOTALL
)


def taken_over(parts: dict[str, str], frame: str) -> None:
    """`parts` as they stand in the page, by id."""
    for name, swap, text in PARTIAL.findall(frame):
        if swap == "beforeend":
            before = parts[name].rpartition("</ol>")[0].rstrip()
            parts[name] = f"{before}{text}</ol>"
        elif name in parts or not any(f' id="{name}"' in part for part in parts.values()):
            parts[name] = whole(parts.get(name, ""), text)
        else:
            _inside(parts, name, text)


def _inside(parts: dict[str, str], name: str, text: str) -> None:
    """Of a part, an element."""
    for part, before in parts.items():
        for element in elements(before):
            if element.id == name:
                is_now = whole(before[element.start : element.end], text)
                parts[part] = before[: element.start] + is_now + before[element.end :]
                return


def whole(before: str, sent: str) -> str:
    """Nothing is held of what the page did not have."""
    held = {element.id: element for element in elements(before)}
    pieces, at = [], 0
    for element in elements(sent):
        tag, was = sent[element.start : element.inner], held.get(element.id)
        if tag.endswith(f"{KEPT}>"):
            pieces += [sent[at : element.start], before[was.start : was.end] if was else ""]
            at = element.end
        elif tag.endswith(f"{SAME}>"):
            holds = before[was.inner : was.last] if was else ""
            pieces += [sent[at : element.start], tag.removesuffix(f"{SAME}>"), ">", holds]
            at = element.last
    return "".join([*pieces, sent[at:]])
