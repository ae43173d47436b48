"""Words about the player's own life leave the fiction, however they are put; a manner of speaking does not."""

import pytest

from gamemaster.language import safety
from gamemaster.language.safety import about_own_life
from gamemaster.language.wording.helplines import ANYWHERE, helpline
from tests.worldkit import sample

MEANT = """
I kill myself
kill myself
i hate my life and want to end it
sometimes I just don't want to exist
I don't want to die but I can't keep living like this
*cuts my wrists*
honestly i want to die irl
I want to kill myself
i wanna kill myself
im going to kill myself
I'm going to hang myself from the beam
I drown myself in the well
I hang myself
stab myself in the heart with the knife
shoot myself
I poison myself with the henbane
I think about killing myself every day
honestly i just want to die
I want to die
i dont want to live anymore
I don't want to be alive any more
i do not want to wake up tomorrow. I don't want to exist
I no longer want to live
I can't go on anymore
I can't do this anymore
I cannot take it any longer
I wish I was dead
i wish i were dead
I wish I had never been born
Everyone would be better off without me
they'd be better off if I was dead
there is no reason to live
I have no reason to go on living
what's the point of living
My life is not worth living
nobody would miss me
nobody would care if I died
I'm suicidal
i feel suicidal tonight
thinking about suicide, me, not my character
I have been cutting myself
I keep hurting myself
i've been hurting myself
((I've been hurting myself))
I want to hurt myself
I self harm
I cut myself
I slit my wrists
slit my own throat
I end my life
I am going to end it all
i want to end it all tonight
I take my own life
I'd like to take my life
I'm planning to overdose
I took all my pills
I am going to swallow the whole lot, I'll take too many pills
I'm about to jump off a bridge
I want to throw myself under a train
my dad hits me
my boyfriend keeps hurting me
my stepfather touches me
I was raped
I am being abused
I'm not safe at home
this is for real, I need help
not in the game: I'm really scared, he is hurting me
irl i am not okay
I'm so depressed lately
i feel worthless
kms
"Hild, I want to die," I say
unalive myself
""".strip().splitlines()

INNOCENT = """
I'm dying of hunger
kill the lamp
this fog is killing me
I'd kill for a coffee
I'd kill for some mutton right now
kill Ulf
I want to kill the Neighbour
hang my cloak on the peg
I hang myself out of the window to look down
drown the fire
shoot the wolf
I could murder a pint
my feet are killing me
we are all going to die here
I don't want to die out here
I don't want to die
"I don't want to die," I whisper to the old man. "Please."
tell Ivar I don't want to die
do you want to die?
I don't want to live in fear
I do not want to kill myself
I'd never hurt myself
did he kill himself?
did Orm commit suicide?
was it suicide?
that would be a suicide mission
I'm dead tired
I'm scared to death
you'll be the death of me
over my dead body
I'd rather die than marry Ulf
I laugh myself to tears
I killed myself laughing
I work myself to death
I cut myself a slice of cheese
I cut myself a staff from the birch
cut myself loose
I cut myself free with the knife
I hurt myself on the ice
I burn myself on the stove
I hit my head on the beam
I warm myself at the fire
I throw myself at the door
I throw myself on the bed
I jump off the ledge into the snow
jump from the boat
I take the knife
take my life in my hands and cross the ice
how do I end this
end it
I can't go on without a light
I can't take this chest, it's too heavy
I can't take it
give me my life back
save my life
she saved my life
my father beat me at tafl
my brother hit the drum
my father drowned at sea
my mother hurts for me to think of
Ulf hit me
he keeps staring at me
I need help with this door
help me
help me lift this
help me, I'm scared of the dark stairs
I'm freezing to death
is this for real?
am I dying?
I want to live
there is no point in waiting
there's no reason to lie
no reason to live in such a house
I feel depressed by the fog
the lamp is dying
dead or alive
is mercury poisonous? what if I drank a thimbleful
I choose to stay in the place of the boy
I swallow the pill of honey
I sit by myself
take everything
take it all
stop everything
drop it all
finish everything on the plate
""".strip().splitlines()


@pytest.mark.parametrize("words", MEANT)
def test_words_about_one_s_own_life(words: str) -> None:
    assert about_own_life(words)


@pytest.mark.parametrize("words", INNOCENT)
def test_manners_of_speaking(words: str) -> None:
    assert not about_own_life(words)


def test_a_world_may_add_words() -> None:
    world = sample().model_copy(update={"safety_words": ("walk out into the snow and stay",)})
    assert about_own_life("I'll just walk out into the snow, and stay", world)
    assert not about_own_life("I walk out into the snow", world)


def test_where_help_is_said_to_be() -> None:
    assert "116 123" in helpline("en_GB")
    assert "988" in helpline("US")
    assert helpline("") == helpline("xx") == ANYWHERE
    assert helpline("US", "Ask at the front desk.") == "Ask at the front desk."


@pytest.mark.parametrize(
    "words",
    [
        "whats wrong with me, am I getting colder? am I about to die?", "am I going to die out here?",
        "are we about to die?", "will I die if I walk on the ice?", "am I dying of the cold?",
        "what happens if I die here?", "is the cold killing me?",
    ],
)  # fmt: skip
def test_what_awaits_one_in_the_story_is_asked_inside_it(words: str) -> None:
    assert not about_own_life(words)


@pytest.mark.parametrize("words", ["I want to die", "I'm ready to die", "do you know that I want to die"])
def test_a_wish_to_die_is_no_question_about_the_story(words: str) -> None:
    assert about_own_life(words)


def test_no_rule_that_begins_with_a_run_of_anything_is_tried_at_every_place() -> None:
    """Tried so, it takes the square of the length: seconds for one message of nothing but "&"."""
    rules = (*safety._HARM, *safety._ABUSE, safety._NOT_MEANT, safety._WANTS_TO_LIVE)
    assert not [rule.pattern for rule in rules if rule.pattern.startswith((".*", "(?=.*", r"\w*"))]
