"""Who speaks with which voice."""

from gamemaster.speech.casting import voice_of
from tests.integration.service import WORLD
from tests.worldkit import sample
from voice.synthesizer import Voice
from worlds import schema


def test_characters_threats_and_the_narrator_have_voices_of_their_own() -> None:
    world = sample()
    person, threat = next(iter(world.characters)), next(iter(world.threats))
    low = schema.Voice(name="male_old", rate=0.8, pitch=0.75, fallback="male")
    high = schema.Voice(name="female", rate=1.2, pitch=1.5)
    cast = world.model_copy(
        update={
            "characters": {
                **world.characters,
                person: world.characters[person].model_copy(update={"voice": low}),
            },
            "threats": {**world.threats, threat: world.threats[threat].model_copy(update={"voice": high})},
            "narrator": schema.Voice(name="teller"),
        }
    )
    assert voice_of(cast, person) == Voice("male_old", 0.8, 0.75, ("male",))
    assert voice_of(cast, threat) == Voice("female", 1.2, 1.5)
    assert voice_of(cast, None) == voice_of(cast, "nobody that is known") == Voice("teller")


def test_a_world_that_says_nothing_has_the_default_voice() -> None:
    assert voice_of(WORLD, None) == Voice()
