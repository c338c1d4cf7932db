"""Reads a report as others read it, with Python's own parsers, and says as JSON what it holds.

    reports.py csv FILE    rows of cells
    reports.py semicolons FILE    the same, as a spreadsheet in French or German splits them
    reports.py xml FILE    {name, attributes, text, children} of the root element
    reports.py html FILE   {tags, attributes, text}: start tags in order, "tag name=value", all text
"""

import csv
import json
import sys
import xml.etree.ElementTree as xml
from html.parser import HTMLParser

sys.stdout.reconfigure(encoding="utf-8")


def element(node):
    return {
        "name": node.tag,
        "attributes": node.attrib,
        "text": node.text or "",
        "children": [element(child) for child in node],
    }


class Page(HTMLParser):
    """The tags of a page; refuses those that are not closed in order."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.attributes, self.texts = [], [], [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += [f"{tag} {name}={value}" for name, value in attributes]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing"

    def handle_comment(self, data):
        self.tags.append("comment")

    def handle_pi(self, data):
        self.tags.append("instruction")

    def handle_data(self, data):
        self.texts.append(data)

    def told(self):
        assert not self.open, f"not closed: {self.open}"
        return {"tags": self.tags, "attributes": self.attributes, "text": "".join(self.texts)}


form, path = sys.argv[1:]
# A table begins with a byte order mark; anywhere else one would stay in what is read.
with open(path, encoding="utf-8-sig" if form in ("csv", "semicolons") else "utf-8",
          errors="strict", newline="") as file:
    if form == "csv":
        told = list(csv.reader(file, strict=True))
    elif form == "semicolons":
        told = list(csv.reader(file, delimiter=";"))
    elif form == "xml":
        told = element(xml.fromstring(file.read().encode()))
    else:
        page = Page()
        page.feed(file.read())
        page.close()
        told = page.told()
json.dump(told, sys.stdout)
