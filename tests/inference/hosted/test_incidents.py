"""What is kept of a lost engine: for its owner alone, and not for ever."""

import stat
from pathlib import Path

from inference.hosted.incidents import Incidents


def test_an_incident_has_the_reason_the_log_and_the_dumps(tmp_path: Path) -> None:
    incidents = Incidents(tmp_path / "incidents")
    incidents.prepare()
    (incidents.dumps / "host").mkdir()
    (incidents.dumps / "host" / "crash_dump_1.pkl").write_bytes(b"requests")
    place = incidents.keep("its process ended", "the last lines")
    assert (place / "reason.txt").read_text() == "its process ended\n"
    assert (place / "engine.log").read_text() == "the last lines\n"
    assert (place / "crash_dump_1.pkl").read_bytes() == b"requests"
    assert stat.S_IMODE(place.stat().st_mode) == stat.S_IMODE(incidents.folder.stat().st_mode) == 0o700
    assert not [file for file in incidents.dumps.rglob("*") if file.is_file()]


def test_only_the_last_ones_are_kept(tmp_path: Path) -> None:
    incidents = Incidents(tmp_path, most=2)
    places = [incidents.keep(str(number), "") for number in range(4)]
    assert incidents.places() == places[2:]
