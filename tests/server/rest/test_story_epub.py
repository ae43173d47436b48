"""Stories as books: what a reader asks of an EPUB, and that nothing in it is taken for markup."""

from __future__ import annotations

import io
import zipfile
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from gamemaster.server.rest.story_epub import epub_of
from tests.server.rest.test_story_export import EVIL, span, tale, turn

PACKAGE = "{http://www.idpf.org/2007/opf}"
PAGE = "{http://www.w3.org/1999/xhtml}"


def files_of(book: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_a_book_is_what_readers_look_for() -> None:
    book = epub_of(tale(turn("go in", span("You go *in*."), span("Mind the step.", "Jory"))))
    assert book[30:58] == b"mimetypeapplication/epub+zip"  # first, and not compressed
    files = files_of(book)
    package = ElementTree.fromstring(files["book/package.opf"])
    hrefs = {item.get("href") for item in package.iter(f"{PACKAGE}item")}
    assert {f"book/{href}" for href in hrefs} <= files.keys()
    assert "book/package.opf" in files["META-INF/container.xml"].decode()
    story = files["book/story.xhtml"].decode()
    assert "<em>in</em>" in story
    assert "Jory:" in story


def test_the_same_story_gives_the_same_bytes() -> None:
    assert epub_of(tale(turn("go in", span("In.")))) == epub_of(tale(turn("go in", span("In."))))


@settings(max_examples=50)
@given(st.text(max_size=60))
def test_every_text_is_well_formed(text: str) -> None:
    book = epub_of(tale(turn(text or "x", span(f"{text} {EVIL}")), name=text or None))
    for name, content in files_of(book).items():
        if name.endswith(("xhtml", "opf", "xml")):
            root = ElementTree.fromstring(content)
            assert not list(root.iter(f"{PAGE}script"))
