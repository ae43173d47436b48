"""What a writer wrote for a deed is used: its matter, its verb, its one thing; nothing is told as done without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.narration.understudy.understudy import Played, play
from gamemaster.rules.state import StoryState, new_story
from worlds.loader import load_world
from worlds.schema import World

CAB = """
title: The Cab
summary: A cab.
bible: Plain.
opening: You stand in a cab.
player: {at: cab, death: dead}
locations:
  cab:
    name: The Cab
    description: A cab.
    exits: [{to: yard, direction: out}]
    notice:
      firebox: {name: firebox, aliases: [fire], text: Low., offers: warmth}
      telegraph: {name: telegraph set, text: A key and a sounder.}
  yard:
    name: The Yard
    description: Snow.
    exits: [{to: cab, direction: [in, back]}, {to: hut, direction: forward}]
    notice: {snow: {name: snow, aliases: [drift], text: Deep.}}
  hut: {name: The Hut, description: A hut., exits: [{to: yard, direction: back}]}
verbs:
  stoke: {synonyms: [shovel coal]}
  ram: {synonyms: [charge]}
  telegraph: {synonyms: [send, signal]}
items:
  shovel: {name: shovel, description: A shovel., at: hut}
rules:
  stoke: {verbs: stoke, on: firebox, text: The fire roars., effects: {set: fired}}
  dig: {verbs: dig, on: snow, with: shovel, at: yard, text: A trench., effects: {set: dug}}
  ram: {verbs: ram, on: snow, when: {set: fired}, refuse: Not yet., text: Through., effects: {set: through}}
  send: {verbs: telegraph, on: telegraph, text: The line answers., effects: {set: sent}}
  swear: {verbs: promise, on: ann, text: You give your word., effects: {promise: silence}}
  deal: {verbs: trade, on: ann, text: A deal., effects: {set: deal}}
  betray: {verbs: tell, on: ann, about: [boy, hidden_boy], text: You betray him., effects: {set: handed}}
  warn: {verbs: tell, on: emil, phrases: [tell emil about the fire], text: He runs for water., effects: {set: warned}}
promises:
  silence: {to: ann, text: to tell nobody about the boy, kept: {set: through}}
  back: {to: emil, text: to bring the shovel back, kept: {set: sent}}
facts:
  hidden_boy: {text: A stowaway hides in the hut.}
characters:
  ann: {name: Ann, pronoun: she, persona: A cook., description: An apron., at: cab}
  emil: {name: Emil, pronoun: he, persona: A doctor., description: Good hands., at: cab}
  boy: {name: Jakob, aliases: [boy, lad], pronoun: he, persona: A boy., description: Straw., at: hut}
endings:
  handed: {title: Handed, when: {set: handed}, text: Handed.}
  dead: {title: Dead, when: {wounds: 8}, text: Dead., defeat: true}
"""


@pytest.fixture(scope="module")
def cab(tmp_path_factory: pytest.TempPathFactory) -> World:
    folder: Path = tmp_path_factory.mktemp("cab")
    (folder / "world.yaml").write_text(CAB, encoding="utf-8")
    return load_world(folder)


def standing(world: World, place: str, *flags: str, has: tuple[str, ...] = ()) -> StoryState:
    state = new_story(world, 1)
    state.place = place
    state.flags |= dict.fromkeys(flags, 0)
    state.items |= dict.fromkeys(has, "player")
    return state


def rules_of(played: Played) -> list[str]:
    return [one.rule for one in played.outcome.changes if one.op == "use"]


def text_of(played: Played) -> str:
    return " ".join(span.text for span in played.spans)


@pytest.mark.parametrize(
    "words",
    ["tell ann about the boy", "tell ann the boy is in the hut", "tell ann about jakob",
     "tell ann that a stowaway hides in the hut"],
)  # fmt: skip
def test_a_rule_answers_what_is_told_of_its_matter(cab: World, words: str) -> None:
    assert "handed" in play(cab, standing(cab, "cab"), words).after.flags


@pytest.mark.parametrize(
    "words",
    ["tell ann nothing", "tell ann hello", "tell ann the van is empty", "tell ann that I saw nobody",
     "tell ann there is no boy", "tell ann that I never saw a boy", "tell ann my name", "tell ann a joke",
     "ann, there is no boy in the hut", "tell ann about the fire"],
)  # fmt: skip
def test_a_rule_is_silent_on_another_matter_or_the_contrary(cab: World, words: str) -> None:
    assert "handed" not in play(cab, standing(cab, "cab"), words).after.flags


@pytest.mark.parametrize(
    ("words", "done"),
    [("tell emil about the fire", True), ("tell emil the fire is low", True), ("tell emil nothing", False),
     ("tell emil the boy is hungry", False), ("tell emil hello", False), ("tell emil there is no fire", False)],
)  # fmt: skip
def test_without_about_the_phrases_say_what_is_told(cab: World, words: str, done: bool) -> None:
    assert ("warned" in play(cab, standing(cab, "cab"), words).after.flags) is done


@pytest.mark.parametrize(
    ("place", "words", "rule"),
    [("cab", "stoke the firebox", "stoke"), ("cab", "stoke the fire", "stoke"), ("cab", "stoke", "stoke"),
     ("cab", "shovel coal", "stoke"), ("cab", "send SOS", "send"), ("cab", "telegraph for help", "send"),
     ("yard", "ram", "ram"), ("yard", "ram it", "ram"), ("yard", "charge", "ram"), ("yard", "ram the drift", "ram")],
)  # fmt: skip
def test_a_verb_means_the_one_thing_here_that_it_is_for(
    cab: World, place: str, words: str, rule: str
) -> None:
    assert rules_of(play(cab, standing(cab, place, "fired"), words)) == [rule]


@pytest.mark.parametrize(
    ("place", "words"),
    [("yard", "ram"), ("yard", "dig a path"), ("yard", "dig"), ("yard", "dig a path to the hut"),
     ("yard", "dig the snow"),
     ("cab", "send a telegram to the king"), ("cab", "telegraph the news")],
)  # fmt: skip
def test_what_a_rule_covers_is_not_told_as_done_without_it(cab: World, place: str, words: str) -> None:
    played = play(cab, standing(cab, place), words)
    assert not {"dug", "through", "sent"} & played.after.flags.keys()
    assert not text_of(played).startswith(("You ram", "You dig", "You build", "You send", "You telegraph"))


def test_what_is_in_the_hand_is_dug_with(cab: World) -> None:
    assert "dug" in play(cab, standing(cab, "yard", has=("shovel",)), "dig").after.flags


@pytest.mark.parametrize(
    "words",
    ["promise ann to say nothing", "promise ann that I won't tell", "promise ann not to tell a soul",
     "promise ann to keep quiet", "I promise to say nothing, ann", "promise to tell nobody about the boy",
     "promise ann that nobody will hear it from me", "promise ann"],
)  # fmt: skip
def test_a_promise_in_other_words_is_the_rules(cab: World, words: str) -> None:
    assert "silence" in play(cab, standing(cab, "cab"), words).after.promises


@pytest.mark.parametrize(
    "words", ["promise ann to bring her a shovel", "promise ann to marry her", "tell ann nothing"]
)
def test_another_promise_is_not(cab: World, words: str) -> None:
    assert "silence" not in play(cab, standing(cab, "cab"), words).after.promises


@pytest.mark.parametrize(
    "words", ["promise emil to bring the shovel back", "I promise to bring your shovel back, emil"]
)
def test_a_declared_promise_is_made_in_its_own_words(cab: World, words: str) -> None:
    assert "back" in play(cab, standing(cab, "cab"), words).after.promises


@pytest.mark.parametrize("words", ["offer ann a deal", "offer ann a bargain", "offer ann a trade"])
def test_a_deal_is_offered_and_not_promised(cab: World, words: str) -> None:
    assert rules_of(play(cab, standing(cab, "cab"), words)) == ["deal"]


def test_a_written_way_back_is_the_way_back(cab: World) -> None:
    state = new_story(cab, 1)
    for words in ("go out", "go forward", "go back", "go back"):
        state = play(cab, state, words).after
    assert state.place == "cab"


TRAIN = """
title: The Train
summary: A train.
bible: Plain.
opening: You stand in a cab.
player: {at: cab, death: dead}
locations:
  cab:
    name: The Cab
    description: {first: A cab with a stove., revisit: [The cab again.]}
    exits: [{to: car, direction: out}, {to: van, direction: north}]
    notice: {clock: {name: stopped clock, aliases: [clock], text: Ten past four.}}
  car:
    name: The Car
    description: {first: Twelve tables., revisit: [The forks wait.]}
    exits: [{to: cab, direction: in}]
  van: {name: The Van, description: Trunks., exits: [{to: cab, direction: south}]}
items:
  lantern: {name: lantern, description: Brass., at: player, tags: [light]}
  pliers: {name: pliers, plural: true, description: Red., at: player}
  shovel: {name: shovel, description: Worn., at: van}
  crate: {name: crate, description: Nailed., at: cab, portable: false}
rules:
  crate: {verbs: open, on: crate, with: [shovel, pliers], text: The boards give with a cry., effects: {set: opened}}
characters:
  ann:
    name: Ann
    pronoun: she
    persona: A cook.
    description: An apron.
    at: car
    presence: Ann polishes.
    topics: {soup: {names: [soup], lines: [Hot.]}}
  vas:
    name: Madame Vasko
    pronoun: she
    persona: A widow.
    description: Silk.
    at: van
    presence: Madame Vasko sits.
    topics: {son: {names: [her son, stefan], lines: [He is nineteen.]}}
  lenk: {name: Lenk, pronoun: he, persona: A guard., description: A hat., at: car, presence: Lenk stands at the window.}
endings: {dead: {title: Dead, when: {wounds: 8}, text: Dead., defeat: true}}
"""


@pytest.fixture(scope="module")
def train(tmp_path_factory: pytest.TempPathFactory) -> World:
    folder: Path = tmp_path_factory.mktemp("train")
    (folder / "world.yaml").write_text(TRAIN, encoding="utf-8")
    return load_world(folder)


def last_of(world: World, *inputs: str) -> Played:
    state = new_story(world, 1)
    for words in inputs[:-1]:
        state = play(world, state, words).after
    return play(world, state, inputs[-1])


@pytest.mark.parametrize("visits", [1, 2, 4])
def test_who_is_there_is_told_however_often_one_comes(train: World, visits: int) -> None:
    text = text_of(last_of(train, *["go out", "go in"] * visits, "go out"))
    assert "Ann" in text
    assert "Lenk" in text


@pytest.mark.parametrize("words", ["ask her about stefan", "ask her about her son", "tell her hello"])
def test_her_is_the_one_woman_in_the_room(train: World, words: str) -> None:
    played = last_of(train, "go out", "ask ann about soup", "go in", "go north", words)
    assert "Ann" not in text_of(played)
    assert "vas" in {span.speaker for span in played.spans} or "Vasko" in text_of(played)


@pytest.mark.parametrize(
    "words", ["look at the clock", "check the clock", "examine the clock", "check clock"]
)
def test_a_clock_that_is_there_is_looked_at(train: World, words: str) -> None:
    assert "Ten past four." in text_of(last_of(train, words))


@pytest.mark.parametrize("inputs", [("check the time",), ("go out", "look at the clock"), ("status",)])
def test_where_none_is_the_time_is_told(train: World, inputs: tuple[str, ...]) -> None:
    assert "Ten past four." not in text_of(last_of(train, *inputs))
    assert "o'clock" in text_of(last_of(train, *inputs)) or "past" in text_of(last_of(train, *inputs))


def test_a_tool_that_is_named_and_elsewhere_is_not_stood_in_for(train: World) -> None:
    assert "opened" not in last_of(train, "open the crate with the shovel").after.flags
    assert "opened" in last_of(train, "open the crate with the pliers").after.flags
    assert "opened" in last_of(train, "open the crate").after.flags


def test_what_was_lit_and_carried_off_is_not_left_behind(train: World) -> None:
    assert "lantern" not in text_of(last_of(train, "light the lantern", "go out", "go in"))
    assert "lantern" in text_of(last_of(train, "light the lantern", "drop the lantern", "go out", "go in"))


def test_him_who_was_named_in_the_same_breath_is_meant(train: World) -> None:
    played = last_of(
        train, "go out", "ask ann about soup", "go in", "go north", "go back to ann and thank her"
    )
    assert "vas" not in {span.speaker for span in played.spans}


FOOTPLATE = """
title: The Footplate
summary: A cab.
bible: Plain.
opening: You stand in a cab.
player: {at: cab, death: dead}
locations:
  cab: {name: The Cab, description: A cab., exits: [{to: yard, direction: out}]}
  yard: {name: The Yard, description: Snow., exits: [{to: cab, direction: in}]}
verbs: {telegraph: {synonyms: [send]}}
items:
  pot:
    name: pot of coffee
    aliases: [coffee]
    description: Black.
    at: player
    actions: {drink: {text: Hot., effects: {lose: pot}}}
  ticket: {name: ticket, description: To Feldau., at: player}
  set: {name: telegraph set, description: A key., at: yard, portable: false}
  shovel:
    name: shovel
    description: Worn.
    at: cab
    owner: kes
    take: {when: {set: lent}, refuse: "@kes: Not unless you bring me something hot."}
rules:
  swap: {verbs: give, on: kes, with: pot, text: He drinks., effects: {lose: pot, set: lent}}
  send: {verbs: telegraph, on: set, text: The line answers., effects: {set: sent}}
characters:
  boy: {name: Jakob, pronoun: he, persona: A boy., description: Straw., at: cab}
  kes: {name: Driver Kessel, aliases: [kessel], pronoun: he, persona: A driver., description: Sooty., at: cab}
endings: {dead: {title: Dead, when: {wounds: 8}, text: Dead., defeat: true}}
"""


@pytest.fixture(scope="module")
def footplate(tmp_path_factory: pytest.TempPathFactory) -> World:
    folder: Path = tmp_path_factory.mktemp("footplate")
    (folder / "world.yaml").write_text(FOOTPLATE, encoding="utf-8")
    return load_world(folder)


@pytest.mark.parametrize(
    "words",
    ["here is your coffee", "I brought you coffee", "kessel, I brought you coffee",
     "I have coffee for you", "kessel, here is the coffee", "I've got some coffee for you, kessel"],
)  # fmt: skip
def test_what_is_handed_over_in_plain_words_is_given(footplate: World, words: str) -> None:
    assert "lent" in last_of(footplate, words).after.flags


@pytest.mark.parametrize(
    "words",
    ["I have a question for you", "I have bad news for you", "I brought you nothing",
     "jakob, I have a question for you", "I could bring you coffee", "did I bring you coffee?"],
)  # fmt: skip
def test_nothing_is_given_by_words_that_hand_nothing_over(footplate: World, words: str) -> None:
    played = last_of(footplate, words)
    assert played.after.items["pot"] == "player"
    assert played.after.items["ticket"] == "player"
    assert "eat" not in {intent.verb for intent in played.outcome.intents}


@pytest.mark.parametrize(
    "words", ["kessel, may I have the shovel?", "can I borrow your shovel, kessel?", "take the shovel"]
)
def test_who_is_asked_for_their_thing_says_what_was_written(footplate: World, words: str) -> None:
    assert "something hot" in text_of(last_of(footplate, words))
    after = last_of(footplate, "give the coffee to kessel", words).after
    assert after.items["shovel"] == "player"


def test_what_one_has_is_not_refused(footplate: World) -> None:
    text = text_of(
        last_of(footplate, "give kessel the coffee", "take the shovel", "kessel, can I have the shovel?")
    )
    assert "No." not in text


@pytest.mark.parametrize("words", ["send SOS", "telegraph for help", "telegraph"])
def test_away_from_what_it_is_done_to_nothing_is_told_as_done(footplate: World, words: str) -> None:
    assert not text_of(last_of(footplate, words)).startswith("You ")
    assert "sent" in last_of(footplate, "go out", "send SOS").after.flags


KEEPER = """
title: The Lodge
summary: A lodge.
bible: Plain.
opening: You stand in a lodge.
player: {at: lodge, death: dead}
locations:
  lodge: {name: The Lodge, description: A lodge.}
items:
  ring: {name: ring, description: A ring., at: player}
rules:
  betray: {verbs: tell, on: ann, phrases: [tell on ann], text: You tell on her., effects: {set: told}}
promises:
  quiet: {to: ann, text: to leave her name out of it, broken: {set: told}}
characters:
  ann:
    name: Ann
    pronoun: she
    persona: A keeper.
    description: An apron.
    at: lodge
    greeting: [You're the new keeper.]
    topics:
      well: {names: [the well, well], lines: [{text: The well is dry., disposition: 2}]}
      owl: {names: [the owl, owl], lines: [The owl is deaf.]}
    answers:
      swear: {asks: [i swear, i will not tell anyone], lines: [{text: Then ask me., effects: {promise: quiet}}]}
    unknown: [No idea.]
endings:
  told: {title: Told, when: {set: told}, text: Told.}
  dead: {title: Dead, when: {wounds: 8}, text: Dead., defeat: true}
"""


@pytest.fixture(scope="module")
def lodge(tmp_path_factory: pytest.TempPathFactory) -> World:
    folder = tmp_path_factory.mktemp("lodge")
    (folder / "world.yaml").write_text(KEEPER)
    return load_world(folder)


@pytest.mark.parametrize(
    "words",
    [
        "i swear i won't tell anyone it was you, cross my heart",
        "I promise to leave your name out of it",
        "I won't tell anybody, Ann",
    ],
)
def test_an_oath_that_a_writer_foresaw_is_sworn_in_any_words_of_its_matter(lodge: World, words: str) -> None:
    played = play(lodge, new_story(lodge, seed=1), words)
    assert list(played.after.promises) == ["quiet"]
    assert "Then ask me." in " ".join(span.text for span in played.spans)


def test_another_promise_is_not_the_oath_that_was_foreseen(lodge: World) -> None:
    played = play(lodge, new_story(lodge, seed=1), "I promise to mend your roof, Ann")
    assert "quiet" not in played.after.promises
    assert played.after.promises


def _lines_of_ann(played: Played) -> list[str]:
    return [span.text for span in played.spans if span.speaker == "ann"]


def test_whoever_is_greeted_with_more_than_a_greeting_greets_and_answers(lodge: World) -> None:
    first = play(lodge, new_story(lodge, seed=1), "hey Ann, I'm new. what of the owl?")
    assert " ".join(_lines_of_ann(first)) == "You're the new keeper. The owl is deaf."
    shrugged = play(lodge, new_story(lodge, seed=1), "good evening Ann, rough night?")
    assert " ".join(_lines_of_ann(shrugged)) == "You're the new keeper."
    again = play(lodge, first.after, "hello Ann, what of the owl?")
    assert "You're the new keeper." not in _lines_of_ann(again)


def test_a_thing_is_not_handed_over_for_other_words_than_were_asked_for_it(lodge: World) -> None:
    for seed in range(1, 9):
        played = play(
            lodge, new_story(lodge, seed), "Ann, I'll give you my ring if you tell me who lives here"
        )
        assert played.after.items["ring"] == "player"
        assert "The well is dry." not in " ".join(_lines_of_ann(played))
    asked = "Ann, I'll give you my ring if you tell me about the well"
    played_on = [play(lodge, new_story(lodge, seed), asked) for seed in range(1, 9)]
    told = {one.after.items["ring"] for one in played_on if "The well is dry." in _lines_of_ann(one)}
    assert told == {"ann"}
