"""The page's files: what a browser is answered, and that an edited file is seen at once."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from gamemaster.server import page_files
from gamemaster.server.page_files import PageFiles

IMMUTABLE = "public, max-age=31536000, immutable"


def browser_of(page: Path) -> httpx.AsyncClient:
    app = Starlette(routes=[Mount("/", PageFiles(page))])
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://page")


async def test_a_file_is_answered_from_memory_until_it_is_written_anew(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>Hello")
    script = tmp_path / "main.js"
    script.write_text("one();")
    browser = browser_of(tmp_path)
    first = await browser.get("/main.js")
    assert (first.text, first.headers["content-length"]) == ("one();", "6")
    assert "javascript" in first.headers["content-type"]
    assert (await browser.get("/")).text == "<p>Hello"
    read = os.stat(script)
    script.write_text("six();")
    os.utime(script, ns=(read.st_atime_ns, read.st_mtime_ns))
    assert (await browser.get("/main.js")).text == "one();", "the disk was asked only when it was written"
    script.write_text("three();")
    os.utime(script, ns=(read.st_atime_ns, read.st_mtime_ns + 1_000_000_000))
    again = await browser.get("/main.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.text) == (200, "three();")


async def test_what_the_browser_has_is_not_sent_again_and_head_sends_nothing(tmp_path: Path) -> None:
    (tmp_path / "main.js").write_text("one();")
    browser = browser_of(tmp_path)
    tag = (await browser.get("/main.js")).headers["etag"]
    assert (await browser.get("/main.js", headers={"if-none-match": tag})).status_code == 304
    head = await browser.head("/main.js")
    assert (head.status_code, head.content, head.headers["content-length"]) == (200, b"", "6")


async def test_nothing_outside_of_the_folder_is_answered(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("no")
    page = tmp_path / "page"
    page.mkdir()
    browser = browser_of(page)
    for path in ("/../secret", "/%2e%2e/secret", "/none.js"):
        assert (await browser.get(path)).status_code == 404


def page_in(folder: Path) -> Path:
    (folder / "js").mkdir(parents=True)
    (folder / "js" / "main.js").write_text("one();" * 100)
    (folder / "index.html").write_text(
        '<a href="#top">Up</a><script type="module" src="js/main.js"></script>'
    )
    return folder


async def named_in(browser: httpx.AsyncClient) -> str:
    """The path by which the page names its script."""
    return (await browser.get("/")).text.partition('src="')[2].partition('"')[0]


async def test_the_page_names_its_files_by_what_they_hold_and_a_browser_keeps_them(tmp_path: Path) -> None:
    one, other = page_in(tmp_path / "one"), page_in(tmp_path / "other")
    os.utime(other / "js" / "main.js", ns=(1, 1))
    browser = browser_of(one)
    page = await browser.get("/")
    assert '<a href="#top">' in page.text
    assert page.headers.get("cache-control") is None, "the page itself is asked for anew"
    path = await named_in(browser)
    assert path == await named_in(browser_of(other)), "each host has the same name for the same file"
    script = await browser.get(f"/{path}")
    assert (script.text, script.headers["cache-control"]) == ("one();" * 100, IMMUTABLE)
    again = await browser.get(f"/{path}", headers={"if-none-match": script.headers["etag"]})
    assert (again.status_code, again.headers["cache-control"]) == (304, IMMUTABLE)


async def test_an_edited_file_has_another_name_though_the_page_stays_as_it_is(tmp_path: Path) -> None:
    browser = browser_of(page_in(tmp_path / "page"))
    tag = (await browser.get("/")).headers["etag"]
    assert (await browser.get("/", headers={"if-none-match": tag})).status_code == 304
    before = await named_in(browser)
    script = tmp_path / "page" / "js" / "main.js"
    script.write_text("two();")
    os.utime(script, ns=(1, os.stat(script).st_mtime_ns + 1_000_000_000))
    stale = await browser.get(f"/{before}")
    assert (stale.text, stale.headers["cache-control"]) == ("two();", "no-cache")
    page = await browser.get("/", headers={"if-none-match": tag})
    assert page.status_code == 200
    assert before not in page.text


async def test_a_name_of_another_host_is_answered_and_not_kept(tmp_path: Path) -> None:
    """While a fleet is restarted, the page may come from one host and its files from another."""
    browser = browser_of(page_in(tmp_path / "page"))
    script = await browser.get("/v/0123456789abcdef/js/main.js")
    assert (script.status_code, script.headers["cache-control"]) == (200, "no-cache")
    own = await named_in(browser)
    fresh = browser_of(tmp_path / "page")  # another worker, which has not been asked for the page
    assert (await fresh.get(f"/{own}")).headers["cache-control"] == IMMUTABLE
    for path in ("/v/0123456789abcdef/none.js", "/v/0123456789abcdef", "/v/x/../../../secret"):
        assert (await browser.get(path)).status_code == 404, path


async def test_texts_are_packed_for_whoever_can_unpack_them(tmp_path: Path) -> None:
    page = page_in(tmp_path / "page")
    (page / "small.js").write_text("a")
    (page / "font.woff2").write_bytes(b"0" * 600)
    browser = browser_of(page)
    packed = await browser.get("/js/main.js", headers={"accept-encoding": "br, gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < 100 < len(packed.text) == 600
    for accepted in ("identity", "br", "gzip;q=0", "gzip; q=0.0, br", "xgzip"):
        plain = await browser.get("/js/main.js", headers={"accept-encoding": accepted})
        assert "content-encoding" not in plain.headers, accepted
        assert (plain.headers["content-length"], plain.headers["vary"]) == ("600", "accept-encoding")
    assert plain.headers["etag"] != packed.headers["etag"]
    half = await browser.get("/js/main.js", headers={"accept-encoding": "br;q=1.0, gzip;q=0.5"})
    assert half.headers["content-encoding"] == "gzip"
    for path in ("/small.js", "/font.woff2"):
        assert "content-encoding" not in (await browser.get(path)).headers, path
    known = {"if-none-match": packed.headers["etag"]}
    assert (await browser.get("/js/main.js", headers=known)).status_code == 304


@pytest.mark.parametrize("first", ["/", "/js/main.js", "/v/0123456789abcdef/js/main.js"])
async def test_files_are_hashed_and_packed_in_a_thread_while_the_event_loop_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    """A worker's first visitor has the whole page read, which takes long: nobody's turn waits for it."""
    threads: list[int] = []
    pack = page_files._pack

    def packing(path: str, written: int, content: bytes) -> page_files._Kept:
        threads.append(threading.get_ident())
        return pack(path, written, content)

    monkeypatch.setattr(page_files, "_pack", packing)
    assert (await browser_of(page_in(tmp_path / "page")).get(first)).status_code == 200
    assert threads
    assert threading.get_ident() not in threads
