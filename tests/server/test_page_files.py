"""The page's files: what a browser is answered, and that an edited file is seen at once."""

from __future__ import annotations

import os
from pathlib import Path

import httpx
from starlette.applications import Starlette
from starlette.routing import Mount

from gamemaster.server.page_files import PageFiles


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
