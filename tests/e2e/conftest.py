"""Fixtures: one real service for all these tests, one headless Chromium, and readers in it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.reader import Reader, reader
from tests.e2e.service import Service, serve

CHROMIUM = shutil.which("chromium")
# What a browser does besides showing the page. The omnibox's two pop-ups are pages of its own, loaded anew for every
# context: a fifth of all that a test costs. The last list wins, so that those of Playwright's stand here, too.
NOT_WANTED = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding",
    "PreconnectToSearch", "ThirdPartyStoragePartitioning",
)  # fmt: skip
ARGUMENTS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    f"--disable-features={','.join(NOT_WANTED)}",
]  # fmt: skip
# Many players from one address, who all type faster than people; telling slow enough to be cut short.
FAST_PLAYERS = {
    "GM_LIMITS__ACTS_PER_MINUTE": "6000",
    "GM_ADDRESS__EXEMPT": "127.0.0.1",
    "GM_TEXT_SPEED": "150",
}
# A Triton for each service takes its time: tests have none unless they ask for one.
WITHOUT_VOICE = {"GM_VOICE": "off"}
WITH_VOICE = {"GM_VOICE": "auto"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.e2e)
            item.add_marker(pytest.mark.slow)
            if CHROMIUM is None:
                item.add_marker(
                    pytest.mark.skip(reason="NO CHROMIUM: install it (apt install chromium) to test the page")
                )


OPS_TOKEN = "token-of-the-operators-tests"


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """Running; a test that stops it starts it again."""
    with serve(FAST_PLAYERS | WITHOUT_VOICE) as served:
        yield served


@pytest.fixture(scope="module")
def speaking(triton_url: str) -> Iterator[Service]:
    """Running with a Triton of its own (`triton_url` skips where there can be none)."""
    with serve(FAST_PLAYERS | WITH_VOICE) as served:
        served.until_voiced()
        yield served


# Not for the whole session: Playwright's own event loop runs as long, and would be in the way of asynchronous tests.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def service_with_ops() -> Iterator[Service]:
    with serve(FAST_PLAYERS | WITHOUT_VOICE | {"GM_OPS__TOKEN": OPS_TOKEN}) as served:
        yield served


@pytest.fixture
def player(browser: Browser, service_with_ops: Service) -> Iterator[Reader]:
    """Plays on the service that has an operator."""
    with reader(browser, service_with_ops.url) as made:
        yield made


@pytest.fixture
def operator(browser: Browser, service_with_ops: Service) -> Iterator[Reader]:
    with reader(browser, service_with_ops.url, viewport={"width": 1360, "height": 1200}) as made:
        yield made


@pytest.fixture
def someone(browser: Browser, service: Service) -> Iterator[Callable[..., Reader]]:
    """Makes readers, each with a browser of their own; options are those of a Playwright context."""
    with ExitStack() as stack:

        def make(**context: Any) -> Reader:
            return stack.enter_context(reader(browser, service.url, **context))

        yield make
