"""A story as an EPUB 3 book: one file that any reader opens. Pure but for the compression.

The format is small enough to be written here; the library that does it (EbookLib) is under the AGPL.
"""

from __future__ import annotations

import io
import uuid
import zipfile
from datetime import UTC
from html import escape

from gamemaster.server.rest.story_export import Tale, html_body

_NAMES = uuid.UUID("5f5b9d9e-6a53-4c6b-8a0d-0d3f5f0a8b11")
_BEGUN = (1980, 1, 1, 0, 0, 0)  # of every file in it: the same story gives the same bytes

_CONTAINER = """<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""
_PACKAGE = """<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="{language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:{id}</dc:identifier>
<dc:title>{title}</dc:title>
<dc:language>{language}</dc:language>
<meta property="dcterms:modified">{modified}</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="story" href="story.xhtml" media-type="application/xhtml+xml"/>
<item id="style" href="style.css" media-type="text/css"/>
</manifest>
<spine><itemref idref="story"/></spine>
</package>
"""
_PAGE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="{language}">
<head><meta charset="utf-8"/><title>{title}</title><link rel="stylesheet" href="style.css"/></head>
<body>
{body}
</body>
</html>
"""
_NAV = '<nav epub:type="toc"><h1>{title}</h1><ol><li><a href="story.xhtml">{title}</a></li></ol></nav>'
_STYLE = """\
h1 { font-weight: normal; line-height: 1.2; }
.about, .end { font-style: italic; }
.said { margin-top: 2em; padding-left: 1em; border-left: 3px solid; font-style: italic; white-space: pre-line; }
.speaker { font-variant: small-caps; }
"""


def epub_of(tale: Tale) -> bytes:
    """The book. The same story gives the same bytes."""
    language, title = escape(tale.language), escape(_printable(tale.heading))
    modified = tale.played.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    name = uuid.uuid5(_NAMES, f"{tale.heading} {tale.begun.isoformat()}")
    files = {
        "META-INF/container.xml": _CONTAINER,
        "book/package.opf": _PACKAGE.format(language=language, title=title, modified=modified, id=name),
        "book/nav.xhtml": _PAGE.format(language=language, title=title, body=_NAV.format(title=title)),
        "book/story.xhtml": _PAGE.format(language=language, title=title, body=_printable(html_body(tale))),
        "book/style.css": _STYLE,
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as book:
        # A reader looks for this first, uncompressed.
        book.writestr(zipfile.ZipInfo("mimetype", _BEGUN), "application/epub+zip", zipfile.ZIP_STORED)
        for path, text in files.items():
            book.writestr(zipfile.ZipInfo(path, _BEGUN), text, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _printable(text: str) -> str:
    """Without the signs that no XML may hold."""
    return "".join(sign for sign in text if sign in "\t\n" or (sign >= " " and sign not in "\ufffe\uffff"))
