"""Sockets for our own user only."""

import os
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from inference.hosted.sockets import MAX_PATH_BYTES, PeerRefused, bind, check_path, check_peer


def test_a_path_that_is_too_long_is_refused_with_the_limit(tmp_path: Path) -> None:
    longest = Path("/" + "x" * (MAX_PATH_BYTES - 1))
    check_path(longest)
    for path in (Path(f"{longest}x"), Path("/" + "ü" * (MAX_PATH_BYTES // 2 + 1))):
        with pytest.raises(ValueError, match=f"allows {MAX_PATH_BYTES}"):
            check_path(path)


def test_only_we_may_use_it_and_nobody_before_it_listens(short_dir: Path) -> None:
    path = short_dir / "e.sock"
    with bind(path) as listener, socket.socket(socket.AF_UNIX) as client:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        with pytest.raises(ConnectionRefusedError):
            client.connect(str(path))
        listener.listen()
        client.connect(str(path))
        check_peer(client)
    with bind(path):  # what an earlier one left is replaced
        pass


def test_a_file_that_is_no_socket_is_left_alone(short_dir: Path) -> None:
    path = short_dir / "e.sock"
    path.write_text("a story")
    with pytest.raises(OSError, match="in use"):
        bind(path)
    assert path.read_text() == "a story"


@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="needs Linux, and root to become another user"
)
def test_another_user_is_refused_even_if_the_mode_lets_it_in(short_dir: Path) -> None:
    path = short_dir / "e.sock"
    short_dir.chmod(0o755)
    connect = (
        f"os.setgid(65534); os.setuid(65534); s = socket.socket(socket.AF_UNIX); s.connect({str(path)!r})"
    )
    with bind(path) as listener:
        path.chmod(0o666)
        listener.listen()
        with subprocess.Popen([sys.executable, "-c", f"import os, socket; {connect}; s.recv(1)"]):
            connection, _ = listener.accept()
            with connection, pytest.raises(PeerRefused, match="user 65534"):
                check_peer(connection)
