"""By which names the service may be called."""

import pytest

from gamemaster.bootstrap import hosts_of
from gamemaster.config.settings import Settings
from gamemaster.server.host_check import name_of


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("localhost:8000", "localhost"),
        ("LocalHost", "localhost"),
        ("127.0.0.1:1", "127.0.0.1"),
        ("[::1]:8000", "[::1]"),
        ("[::1]", "[::1]"),
        ("evil.example:8000:9000", "evil.example:8000"),
        ("", ""),
    ],
)
def test_a_name_is_read_of_a_header(header: str, name: str) -> None:
    assert name_of(header) == name


def test_on_this_machine_alone_its_own_names_and_those_of_the_setting_are_good() -> None:
    here = frozenset({"localhost", "127.0.0.1", "[::1]"})
    assert hosts_of(Settings(host="127.0.0.1")) == here
    assert hosts_of(Settings(host="127.0.0.1", hosts=("Play.example", "b.example"))) == here | {
        "play.example",
        "b.example",
    }
    proxied = Settings(host="127.0.0.1", origins=("https://Play.example:8443",))
    assert hosts_of(proxied) == here | {"play.example"}
    assert hosts_of(Settings(host="0.0.0.0")) is None
    assert hosts_of(Settings(host="0.0.0.0", hosts=("play.example",))) == frozenset({"play.example"})
