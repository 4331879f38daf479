"""What tests want to know about a picture."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from broadgauge_server.pictures.rules import SIZES
from broadgauge_server.pictures.svg import text_width

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "style", "defs", "g", "use", "path", "rect", "circle", "text"}


def parsed(svg: str) -> ElementTree.Element:
    """The picture as a tree, after what holds for every picture was checked.

    It is valid XML of a few harmless elements, its ids are unique, it refers to nothing outside itself, and its colours
    are all in its style element.
    """
    root = ElementTree.fromstring(svg)
    elements = list(root.iter())
    assert {element.tag for element in elements} <= {SVG + name for name in ELEMENTS}
    ids = Counter(element.get("id") for element in elements if element.get("id"))
    assert [name for name, count in ids.items() if count > 1] == []
    for element in elements:
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            if name.endswith("href"):
                assert value.startswith("#")
                assert value[1:] in ids
            assert name not in ("fill", "stroke")
    assert root.find(f"{SVG}title") is not None
    return root


def of_class(root: ElementTree.Element, css: str) -> list[ElementTree.Element]:
    """Every element of a class."""
    return [element for element in root.iter() if css in element.get("class", "").split()]


@dataclass(frozen=True)
class Box:
    """About the rectangle that a text covers."""

    text: str
    css: str
    left: float
    top: float
    right: float
    bottom: float

    def shared(self, other: Box) -> float:
        """The part of the smaller of two texts that they cover together."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        if wide <= 0 or high <= 0:
            return 0.0
        return wide * high / min(box.area for box in (self, other))

    @property
    def area(self) -> float:
        """Its area."""
        return (self.right - self.left) * (self.bottom - self.top)


def boxes(element: ElementTree.Element, x: float = 0.0, y: float = 0.0, scale: float = 1.0) -> Iterator[Box]:
    """The boxes of all texts in an element, the middle of whose writing is at their points."""
    transform = element.get("transform", "")
    if moved := re.search(r"translate\(([-\d.]+)[ ,]([-\d.]+)\)", transform):
        x, y = x + scale * float(moved[1]), y + scale * float(moved[2])
    if scaled := re.search(r"scale\(([-\d.]+)\)", transform):
        scale *= float(scaled[1])
    if element.tag == SVG + "text":
        css = element.get("class", "").split()[0]
        found = re.search(r"font-size:([\d.]+)", element.get("style", ""))
        size = scale * (float(found[1]) if found else SIZES[css])
        width = 0.85 * text_width(element.text or "", size)
        at_x, at_y = x + scale * float(element.get("x", 0)), y + scale * float(element.get("y", 0))
        yield Box(element.text or "", css, at_x - width / 2, at_y - 0.72 * size, at_x + width / 2, at_y)
    for child in element:
        yield from boxes(child, x, y, scale)
