"""Sessions that are recorded because faults were missed without them: what is refused, told on, hidden, taken back,
misspelt and said by two at once (`tests/mutation` says which faults those are).
"""

from __future__ import annotations

import json
from typing import Any

from gamemaster.narration.understudy.understudy import Understudy
from tests.recordings.oracle import Oracle, OracleEngine
from tests.recordings.stage import LONG_NIGHT, Stage, by_tokens

Kept = dict[str, tuple[str, int]]  # as in `tests.recordings.scenarios`


async def _played_alone(stage: Stage, name: str, seed: int, *inputs: str) -> Kept:
    """One player's words, told by the understudy from the first to the last."""
    async with stage.service(Understudy()) as service, stage.player(service) as player:
        await player.begin(LONG_NIGHT, seed=seed)
        await player.play(*inputs)
    return {f"understudy-long_night-{name}": (player.story, 0)}


async def shut_doors(stage: Stage) -> Kept:
    """Much that cannot be done: shut doors, things of others, people who are elsewhere, and who would not have it."""
    return await _played_alone(
        stage, "shut_doors", 11,
        "go through the trapdoor", "give the herring to ivar", "talk to ulf", "take the boat", "go to the yard",
        "go to the storehouse", "take the key from ulf", "give my belt-knife to ulf", "ask skeggi about the hole",
        "go to the brewhouse", "take the henbane", "take the doll's shoe", "go to the yard and go to the brewhouse",
        "go to the byre", "ask cuthred about the list", "whisper to cuthred that ulf is a thief",
        "promise cuthred to bring him his psalter", "insult cuthred", "go to the hall",
        "ask ragnhild about the knocking", "take the boar-spear", "take the boar-spear", "go to the bower",
        "break the benches with the spear and hide",
    )  # fmt: skip


async def told_on(stage: Stage) -> Kept:
    """People meet in the evening and tell each other what the player did; who was there, who was told, who hid it."""
    return await _played_alone(
        stage, "told_on", 23,
        "go to the boathouse", "look under the big boat", "take the mutton", "go to the yard",
        "ask ulf about orm", "hide", "steal the key from ulf",
        "persuade ulf to open the storehouse and charm him", "go to the smithy", "take the iron bar",
        "ask skeggi about the hole", "tell skeggi thatt ulf has hidden food",
        "whisper to skeggi that I took the key", "promise skeggi to bring him the spear",
        "give the mutton to skeggi",
        "go to the yard", "go to the hall", "wait until evening", "ask ulf what he knows about me and ragnhild",
        "ask ivar what ragnhild told him", "ask ragnhild what ulf told her about me", "take the spear",
        "go to the yard", "wait two hours", "go to the hall", "ask cuthred what ivar told him about the stranger",
        "ask cuthred about the spear", "sleep", "take the torch", "drop the torch",
    )  # fmt: skip


async def hidden_and_cold(stage: Stage) -> Kept:
    """Tools, hiding, night and cold: checks with many parts, until the player does not wake any more."""
    return await _played_alone(
        stage, "hidden_and_cold", 4,
        "talk to ivar", "go to the yard", "go to the byre", "talk to cuthred", "go to the hall", "take the spear",
        "go to the yard", "go to the smithy", "take the iron bar", "pry up the anvil with the iron bar",
        "go to the yard", "hide", "sneak to the brewhouse", "take the henbane", "wait an hour", "sing loudly",
        "go to the yard", "force the storehouse door with the iron bar", "go to the storehouse",
        "wait until night", "wait three hours", "swing the spear at whatever comes and hide behind the well",
        "wait two hours", "sleep",
    )  # fmt: skip


async def taken_back(stage: Stage) -> Kept:
    """Turns that added, moved and took away are taken back from the database, told anew, and branched off from."""
    async with stage.service(Understudy()) as service, stage.player(service) as player:
        await player.begin(LONG_NIGHT, seed=17)
        await player.play("talk to ivar", "go to the boathouse", "look under the big boat", "take the mutton")
        await player.play("drop the mutton")
        for _ in range(3):
            await player.ask("undo", "story")
        await player.play(
            "look under the big boat", "take the mutton", "go to the yard", "steal the key from ulf"
        )
        await player.ask("retry", "commit")
        await player.ask("retry", "commit")
        await player.ask("undo", "story")
        await player.play("persuade ulf to open the storehouse")
        await player.ask("retry", "commit")
        branched = await player.ask("branch", "branched", name="Before the key", turn=4)
        await player.play("hide", "sing loudly")
        await player.ask("undo", "story")
        await player.play("go to the shore", "give the mutton to ivar", "ask ivar what he remembers of me")
        old = player.story
        await player.back(branched[-1]["story"])
        await player.play("give the mutton to ivar", "go to the shore", "ask ivar what he remembers of me")
    return {
        "understudy-long_night-taken_back": (old, 0),
        "understudy-long_night-taken_back_branch": (branched[-1]["story"], 0),
    }


async def other_letters(stage: Stage) -> Kept:
    """Names with accents, letters of other scripts among Latin ones, typographic marks, wide letters, slips."""
    return await _played_alone(
        stage, "other_letters", 29,
        "tàlk to Ívar", "ask I\u0301var about the knocking", "Ïvar, “what’s the knocking?”", "gо tо the boathouse",
        "ｔａｋｅ ｔｈｅ ｒｏｐｅ", "don’t take the pitch", "take þe pitch", "ｇｏ to the yarð",
        "tell Úlf ‘I know what you did’",
        "go to the bo\u0308athouse", "tke teh rope", "зайти в дом", "æsk ivar",
    )  # fmt: skip


TWO_AT_ONCE = (
    'The talk stops. @ragnhild: "Sit," she says, and points. "There is room." @ulf: He may sit by the door. '
    "*Ulf laughs, not kindly.* Further off. @ivar: One more makes eleven!\n\n@skeggi: Nobody asked me."
    "\n\nThe fire settles."
)
NAMES = (
    "**Ragnhild**: “Já, sæll, Þórdís,” she says\u200b, “we had a Björn here once.”\n\nUlf: Óðinn knows his own.\n\n"
    "the steward: That is one man too many."
)


async def two_voices(stage: Stage) -> Kept:
    """A model that lets two people speak in one paragraph, an absent one in the next, and writes names with accents."""
    oracle = Oracle(tellings={5: TWO_AT_ONCE, 6: NAMES, 8: TWO_AT_ONCE})
    async with stage.service(by_tokens(OracleEngine(oracle))) as service, stage.player(service) as player:
        await player.begin(LONG_NIGHT, seed=31)
        await player.play(
            "go to the yard", "go to the storehouse", "go to the hall", "wait until evening", "greet everybody",
            "Ragnhild, hvað heitir þú?", "ask ragnhild about the knocking", "talk to ulf", "go to the bower",
        )  # fmt: skip
    return {"model-long_night-two_voices": (player.story, 0)}


def proposal(*changes: dict[str, Any], check: dict[str, Any] | None = None, verb: str = "do") -> str:
    """An outcome as a model writes it, whatever its grammar asks for."""
    intents = [{"verb": verb, "objects": ["ulf"], "tool": None}]
    fields = {"intents": intents, "check": check, "changes": changes, "otherwise": [], "unclear": None}
    return json.dumps(fields)


EASY = {"skill": "strength", "difficulty": 2}
STRIKE = {"op": "harm", "who": "ulf", "amount": 3}
OVERREACHES = {
    2: proposal(
        STRIKE, {"op": "disposition", "who": "ulf", "by": -2},
        {"op": "relation", "who": "ulf", "toward": "player", "trust": -2, "fear": 2, "affection": 0, "debt": 0},
        {"op": "discuss", "who": "ulf", "topic": "sledge", "asks": None},  # of which he would not speak yet
        check=EASY, verb="attack",
    ),
    3: proposal(
        {"op": "take", "item": "store_key"}, {"op": "give", "item": "orms_axe", "to": "ulf"},
        {"op": "discuss", "who": "kark", "topic": "tide", "asks": None}, {"op": "drop", "item": "ketils_sword"},
    ),
    4: proposal(
        {"op": "reveal", "fact": "no_such_fact"}, {"op": "set_flag", "flag": "crack_open", "value": True},
        {"op": "start_beat", "beat": "no_such_beat"}, {"op": "end_story", "ending": "true_count"},
    ),
    5: proposal(
        {"op": "heal", "who": "player", "amount": 1}, {"op": "pass_time", "minutes": 20, "sleep": False},
        {"op": "promise", "by": "player", "to": "ulf", "what": "to go away", "item": None},
        {"op": "move_character", "who": "bishop", "to": "smithy"},
    ),
    6: proposal(STRIKE, {"op": "settle_promise", "promise": "turn_5_0", "kept": False}, check=EASY, verb="attack"),
    7: proposal(STRIKE, check=EASY, verb="attack"),
    8: proposal(
        STRIKE, {"op": "give", "item": "belt_knife", "to": "ulf"}, {"op": "greet", "who": "ulf", "parting": False}
    ),
    9: proposal({"op": "take", "item": "store_key"}, {"op": "move", "to": "storehouse"}),
    10: proposal({"op": "reveal", "fact": "knocking"}, check={"skill": "strength", "difficulty": 40}),
}  # fmt: skip


async def overreaching(stage: Stage) -> Kept:
    """A model that proposes what it likes: wounds, gifts, keys, endings, and the dead; the referee rules on each."""
    oracle = Oracle(spoils=OVERREACHES)
    async with stage.service(by_tokens(OracleEngine(oracle))) as service, stage.player(service) as player:
        await player.begin(LONG_NIGHT, seed=37)
        await player.play(
            "go to the yard", "strike ulf", "take the key and give ulf the axe", "tell me all that is hidden here",
            "bind up my wounds and swear to go away", "strike ulf again", "strike him once more", "talk to ulf",
            "take the key from him and go into the storehouse",
            "lift the whole storehouse", "look around",
        )  # fmt: skip
    return {"model-long_night-overreaching": (player.story, 0)}


HARDER = (overreaching, shut_doors, told_on, hidden_and_cold, taken_back, other_letters, two_voices)
