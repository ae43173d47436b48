"""What a statement does: kindness, praise, judgements, the player's own life; and what looks like it and is not."""

from __future__ import annotations

import pytest

from gamemaster.language.talk.forces.statements import statement_of


@pytest.mark.parametrize(
    ("force", "texts"),
    [
        ("console", "it was not your fault|anybody could have fallen asleep|do not blame yourself for it|"
                    "it is all right anyone would have run|there is no shame in that|you did all you could"),
        ("forgive", "i forgive you|you are forgiven|no hard feelings|i do not blame you for it|we are not angry"),
        ("praise", "lovely cat|that soup smells great|i like your hat|you never give up|well done"),
        ("concern", "you look tired|you seem a bit sad|you look beat|you must be cold"),
        ("judge", "he seems a bit of a crook|ulf is a liar|she is kind|the captain looks suspicious"),
        ("drop", "never mind|no forget it|it does not matter"),
        ("retract", "i lied|i made it all up|that was not true|i was lying to you"),
        ("confess", "i stole that ship|i dropped the pears on the floor|i told the others about the letter|it was me"),
        ("undertake", "i will take the first watch|i will bring you a bottle tomorrow|i am going to mend it for you"),
        ("decline", "keep it|no keep it for yourself|i do not need it after all"),
        ("own", "i had a sister too|i already read it|my father kept bees"),
        # What only looks like it.
        ("observe", "you look like my brother|you are early"),
        ("news", "the bell has stopped|somebody took the key|ulf was at the boat"),
        ("remark", "it is a cold night|bitter weather"),
        ("feeling", "i am so scared|i lost my brother|i burned myself|my feet are killing me|you should see your face"),
        ("undertake", "you will have my answer in the morning"),
        ("drop", "suit yourself|water under the bridge"),
        ("praise", "you are all right"),
        ("own", "i lost my temper"),
        ("own", "i went away from home|i broke my leg once"),
        ("accuse", "you stole it|you are lying"),
        ("assure", "i will not hurt you"),
    ],
)  # fmt: skip
def test_the_force_of_a_statement(force: str, texts: str) -> None:
    for text in texts.split("|"):
        assert statement_of(text.split()).force == force, text
