"""Whatever a world's opening names, the people met early have words of their own about."""

import pytest

from gamemaster.narration.understudy.understudy import play
from gamemaster.rules.state import new_story
from tests.worldkit import world_at

# Where each person is asked.
PEOPLE = {
    "worlds/long_night": {
        "ivar": "shore",
        "ulf": "yard",
        "ragnhild": "hall",
        "skeggi": "smithy",
        "hild": "lodge",
        "yrsa": "brewhouse",
        "groa": "groa_hut",
        "cuthred": "byre",
    },
    "worlds/lighthouse": {"jory": "store", "tallack": "kitchen", "dilys": "wireless"},
    "tests/worlds_unseen/caravanserai": {
        "bishr": "gate",
        "farrokh": "yard",
        "layla": "stable",
        "nuha": "kitchen",
        "sabbas": "gallery",
    },
}
QUESTIONS = {
    "worlds/long_night": {
        "did you see Bersi?": "bersi",
        "where is my friend?": "bersi",
        "what became of my crew?": "otter",
        "why is there only one line of footprints?": "footprints",
        "what is guest-right?": "guest_right",
        "what is wrong with Kaldvik?": "kaldvik",
    },
    "worlds/lighthouse": {
        "what happened to Cobb?": "cobb",
        "why did the depot not say?": "depot",
        "who is aboard the Halcyon?": "halcyon",
        "when does the Halcyon come?": "halcyon",
        "what happened on the eleventh of November?": "eleventh",
        "what is the cat called?": "cat",
        "what is wrong with this place?": "skerrow",
    },
    "tests/worlds_unseen/caravanserai": {
        "what do the riders want?": "riders",
        "why is the well dry?": "well",
    },
}
TOPICS = {("tallack", "eleventh"): "merrow"}  # what he will talk of instead, and under which name
ALSO = {("tallack", "merrow"): ("tonight",)}  # what is done ashore on that day
ASKED = [
    (world, who, question, TOPICS.get((who, topic), topic))
    for world, people in PEOPLE.items()
    for who in people
    for question, topic in QUESTIONS[world].items()
]


@pytest.mark.parametrize(("name", "who", "question", "topic"), ASKED)
def test_a_hook_of_the_opening_is_answered(name: str, who: str, question: str, topic: str) -> None:
    world = world_at(name)
    place = PEOPLE[name][who]
    state = new_story(world, 3)
    state.place = place
    state.characters[who] = state.characters[who].model_copy(update={"place": place})
    asked = f"{world.characters[who].name}, {question}"  # what names nobody is the Game Master's to answer
    said = " ".join(span.text for span in play(world, state, asked).spans if span.speaker == who)
    person = world.characters[who]
    # Of the topic, or of another that says it as well, or of a question that its writer foresaw; a stock reply is none.
    lines = [
        *person.topics[topic].lines,
        *(line for other in ALSO.get((who, topic), ()) for line in person.topics[other].lines),
        *(line for answer in person.answers.values() for line in answer.lines),
    ]
    assert any(" ".join(text.split()) in " ".join(said.split()) for line in lines for text in line.text), said
