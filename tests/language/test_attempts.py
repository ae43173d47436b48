"""Deeds by verbs that nobody knows, parts of things, and what hangs on a sentence: read by form, not by a list."""

import pytest

from gamemaster.authoring.input_lists import describe, state_of
from gamemaster.language.understanding import understand
from tests.worldkit import world_at


@pytest.mark.parametrize(
    ("place", "has", "words", "read"),
    [
        ("fishing_hut", [], "spit in the hole for luck", "spit fishing_hut_hole"),
        (
            "boathouse",
            ["ice_chisel"],
            "chip the ice off the bolt of the trapdoor",
            "break boathouse_trapdoor",
        ),
        ("boathouse", [], "go to the shore but quietly", "sneak shore"),
        ("byre", [], "sleep in the hay until morning", "sleep byre_hay"),
        ("howe", [], "I throw my whole weight against the slab.", "push howe_slab"),
        ("hall", [], "make room on the bench", "express topic=make room on the bench"),
        ("shore", [], "plant the idea in the boy's head that she lies", "tell ivar topic=she lies"),
        ("shore", [], "teach Ivar a rowing song", "sing ivar topic=a rowing song"),
        ("smithy", [], "Skeggi, can you make me an axe? or sharpen my knife", "ask skeggi"),
        ("wreck", [], "Had I any sense I would have stayed at home.", ""),
        ("hall", [], "what does the carved board say?", "read hall_board"),
        ("hall", [], "wait, GM, how did I get hurt?", "inform"),
        ("hall", [], "i peek", "examine"),
        (
            "shore",
            ["arm_rings"],
            "carry the rings to Ivar and set them in front of him",
            "give arm_rings recipient=ivar",
        ),
        ("pass", [], "I slip off my boots.", "express"),
        ("groa_hut", [], "id like to know who asa was", "ask groa topic=asa"),
        ("groa_hut", [], "i go over to the old lady", "talk groa"),
        ("hall", [], "I meet the lady's eye.", "express"),
        ("pass", [], "I feel as if I am being watched.", "express topic=i feel as if i am being watched"),
        ("yard", [], "I unwind the scarf from my face.", "express topic=unwind the scarf from my face"),
        ("shore", [], "Miss Marjorie Finch goes to the boathouse.", "go boathouse"),
    ],
)
def test_what_is_attempted_is_heard(place: str, has: list[str], words: str, read: str) -> None:
    world = world_at("worlds/long_night")
    state = state_of(world, 1, {"input": words, "place": place, "has": has, "expect": []})
    got = describe(understand(world, state, words))
    assert got.startswith(read) if read else got == "", got
    assert "repair" not in got
