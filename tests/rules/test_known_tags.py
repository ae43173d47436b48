"""Tags of items that the rules know are known to `world check` too, so that it does not call them unread."""

from gamemaster.rules.operations.scene_changes import CONSUMABLE
from gamemaster.rules.stances.table import STANCES
from worlds.tags import KNOWN_TAGS


def test_the_rules_read_no_tag_that_check_calls_unread() -> None:
    read = {tag for stance in STANCES.values() for tag in stance.tools} | CONSUMABLE
    assert read - KNOWN_TAGS == set()
