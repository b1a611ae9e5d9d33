"""The texts of web/words/en that the README's screenshots show. They are kept beside the pictures.

Run as a program, it fails if a kept text is no longer in use, because then the pictures show an earlier version.
"""

import json
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
KEPT = CHECKOUT / ".readme/words.txt"

# The text nodes in sight.
IN_SIGHT = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = []
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement, box = element.getBoundingClientRect()
        if (element.checkVisibility({ visibilityProperty: true }) && box.bottom > 0 && box.top < innerHeight && box.width > 1)
            texts.push(walker.currentNode.data.trim())
    }
    return texts
}"""


def in_use():
    """All texts of the pages."""
    return {
        text for file in (CHECKOUT / "web/words/en").glob("*.json") for entry in json.loads(file.read_text()).values()
        for text in ([entry] if isinstance(entry, str) else entry.values())}


def keep(texts):
    """Writes the texts that are words of the pages, not data."""
    KEPT.write_text("".join(f"{text}\n" for text in sorted(in_use() & set(texts))))


def main():
    for text in sorted(set(KEPT.read_text().splitlines()) - in_use()):
        sys.exit(f"The README's pictures show “{text}”, which no page says: run scripts/screenshots.")


if __name__ == "__main__":
    main()
