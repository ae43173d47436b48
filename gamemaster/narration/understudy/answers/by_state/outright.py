"""What somebody answers outright, since the state of the story decides it, before any line that shares a word with it.

Who is with the player, who is to be found at a place, whose a thing is, how old somebody is, whom one reports to: a
line on the noun of such a question is no answer to it. Where a writer foresaw the very question, their line stands.
Pure.
"""

from __future__ import annotations

from collections.abc import Callable

from gamemaster.language.english import Forms
from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.names.noun_index import name_words, scope_of
from gamemaster.language.talk.addressee import leader_of
from gamemaster.language.talk.questions.matters import matter_of
from gamemaster.language.talk.requests import is_right_claimed
from gamemaster.language.talk.said_before import sayings_of
from gamemaster.language.talk.spoken_of import people_named
from gamemaster.language.wording.ages import age_in_words, age_of
from gamemaster.language.wording.paragraphs import has_words
from gamemaster.language.wording.stock_lines import NUMBERS, join_names
from gamemaster.narration.understudy.answers.by_state.at_work import who_works_at, worn_by
from gamemaster.narration.understudy.answers.by_state.toward_the_player import why_so_toward_me
from gamemaster.narration.understudy.answers.in_character.about_people import people_about
from gamemaster.narration.understudy.answers.in_character.answer_sources import (
    Said,
    haunt,
    is_hidden,
    is_known_to,
    whereabouts,
    who_lives_here,
)
from gamemaster.narration.understudy.answers.in_character.in_thread import share_told, telling_words
from gamemaster.narration.understudy.answers.in_character.meaning import ranking_in_context
from gamemaster.narration.understudy.answers.in_character.questions import Asked
from gamemaster.rules.draft import Draft
from gamemaster.rules.operations.social_operations import next_line
from gamemaster.rules.proposal import Answer, Discuss, Operation
from gamemaster.rules.reach import exits
from gamemaster.rules.state import CALLED
from gamemaster.rules.threads import goal_of
from worlds.schema import PLAYER, Character
from worlds.texts import texts_of

_FORMS = Forms(__name__)
# Likeness of a question that was written for an answer, or for a topic, which then needs nothing before it. A topic's
# own are of its noun, mostly.
_FORESEEN, _FORESEEN_OF_TOPIC = 1.0, 1.6
_OF_IT = 0.3  # of the weight of what is asked, so much a line tells of that may follow
_JUST_NOW = 2  # turns
_MOST_NAMED = 4
_NEXT_TO = 2  # minutes on foot
_KNOWN_BY = 2  # words of what the player is after, by which somebody who speaks of those knows of it


def with_what_is_decided(draft: Draft, asked: Asked, said: list[Operation]) -> list[Operation]:
    """What they say; where the state decides what is asked, that first, and only what goes with it after."""
    seen = any(isinstance(one, Answer) and one.who == asked.who and one.source == "sight" for one in said)
    if _FORMS["who_lives"].fullmatch(_plainly(asked)) and any(isinstance(one, Discuss) for one in said):
        return said  # what they have to say of all who live here is better than a list of them
    decided = decided_outright(asked, seen=seen)
    if decided is None or any(_was_foreseen(draft, asked, one) for one in said):
        return said
    source, texts = decided
    answer = Answer(who=asked.who, texts=texts[:24], source=source)
    beside = (
        one for one in said if not isinstance(one, Answer) and not _is_of_else(draft, asked, one, texts)
    )
    return [answer, *beside]


def decided_outright(asked: Asked, *, seen: bool = False) -> Said | None:
    """What the state has them say to a question, without any line of theirs; with `seen`, what else it has them say.

    Who is about, and how far a place is, may have been answered by other words of the question.
    """
    if not has_words(asked.person):
        return None
    if not seen and (claimed := _to_a_right_claimed(asked)):
        return "reply", claimed
    if not asked.question_like:
        return None
    words = _plainly(asked)
    for decide in _DECIDE if not seen else _DECIDE[:_SURE]:
        found = decide(asked, words)
        if found:
            return "sight", found
    return None


def _plainly(asked: Asked) -> str:
    return _FORMS["lead"].sub("", " ".join(word for word in words_of(plain(asked.words)) if word.isalnum()))


def _was_foreseen(draft: Draft, asked: Asked, one: Operation) -> bool:
    """Whether a line was written for this very question."""
    if not isinstance(one, Discuss) or one.who != asked.who:
        return False
    if one.topic in asked.person.answers and _FORMS["duty"].fullmatch(_plainly(asked)) is not None:
        return True  # what a writer has them order or advise is more than who gives the orders
    least = _FORESEEN if one.topic in asked.person.answers else _FORESEEN_OF_TOPIC
    return any(
        found.by_question and found.likeness >= least and found.key.endswith(f" {one.topic}")
        for found in ranking_in_context(draft, asked)
    )


def _is_of_else(draft: Draft, asked: Asked, one: Operation, texts: tuple[str, ...]) -> bool:
    """Whether a line tells of little that is asked but a name in it, and nothing of whom the `texts` name."""
    if not isinstance(one, Discuss) or one.who != asked.who:
        return False
    topic = asked.person.topics.get(one.topic or "")
    if topic is None:
        return one.topic in asked.person.answers
    if any(name in text for name in topic.names if name[:1].isupper() for text in texts):
        return False  # whom it is of was just named
    number = one.line
    if number is None:
        number = next_line(draft, asked.who, topic.lines, f"{asked.who}.{topic.id}", one.asks)
    if number is None:
        return True
    words = telling_words((asked.words,)) - telling_words(topic.names)
    return not words or share_told(words, telling_words(topic.lines[number].text)) < _OF_IT


# ---- the player ----


def _to_a_right_claimed(asked: Asked) -> tuple[str, ...]:
    """What they say to a guest's right that is claimed of them: whose it is to give, or that it is heard."""
    if not is_right_claimed(words_of(plain(asked.words))):
        return ()
    leader = leader_of(asked.world, asked.state)
    host = asked.state.place in asked.person.host
    known = leader is not None and is_known_to(asked, leader) and not is_hidden(asked, leader)
    if leader != asked.who and not host and known:
        return asked.replies("right_of", who=asked.world.characters[str(leader)].name)
    ill = asked.state.characters[asked.who].disposition < 0
    return asked.replies("right_denied" if ill else "right_heard")


def _players_name(asked: Asked, words: str) -> tuple[str, ...]:
    if _FORMS["my_name"].fullmatch(words) is None:
        return ()
    name = asked.state.focus.get(CALLED, "")
    if name:
        return asked.replies("you_are", who=name)
    known = asked.world.player.name
    says_it = known[:1].isupper() and any(known.split()[-1] in text for text in texts_of(asked.person))
    return asked.replies("you_are", who=known) if says_it else asked.replies("name_not_given")


def _who_is_with_me(asked: Asked, words: str) -> tuple[str, ...]:
    """Who is with the player now is seen; of who was, they only know that they saw the player."""
    state = asked.state
    along = [
        asked.world.characters[one].name
        for one in state.present()
        if state.characters[one].following and one != asked.who
    ]
    if _FORMS["with_me"].fullmatch(words):
        return asked.replies("with_you", who=join_names(along)) if along else asked.replies("only_you")
    if _FORMS["alone_with_you"].fullmatch(words):
        others = [asked.world.characters[one].name for one in state.present() if one != asked.who]
        return asked.replies("company" if others else "alone", who=join_names(others))
    if _FORMS["came_with_me"].fullmatch(words):
        return asked.replies("with_you", who=join_names(along)) if along else asked.replies("saw_you")
    return ()


def _was_it_you(asked: Asked, words: str) -> tuple[str, ...]:
    """Whoever spoke a moment ago owns to it; of anything else they say neither yes nor no."""
    if _FORMS["was_it_you"].fullmatch(words) is None:
        return ()
    said = next(iter(sayings_of(asked.world, asked.state, asked.who)), None)
    spoke = said is not None and said.turn > 0 and asked.state.turn - said.turn <= _JUST_NOW
    heard = _FORMS["of_a_voice"].search(words) is not None
    return asked.replies("it_was_me" if spoke and heard else "not_saying")


def _duty(asked: Asked, words: str) -> tuple[str, ...]:
    """Whom the player answers to, and what is expected of them, in the view of whoever is asked."""
    to_whom = _FORMS["report"].fullmatch(words) is not None
    if not to_whom and _FORMS["duty"].fullmatch(words) is None:
        return ()
    leader = leader_of(asked.world, asked.state)
    if leader == asked.who and to_whom:
        return asked.replies("i_lead")
    if leader not in (None, asked.who) and not is_hidden(asked, str(leader)):
        return asked.replies("leads" if to_whom else "duty", who=asked.world.characters[str(leader)].name)
    goal = goal_of(asked.world, asked.state).strip().replace("*", "")
    speaks_of = content_of(" ".join(name for topic in asked.person.topics.values() for name in topic.names))
    known = leader == asked.who or len(content_of(goal) & speaks_of) >= _KNOWN_BY
    return asked.replies("duty_mine", tale=goal) if goal and known and not to_whom else ()


# ---- other people ----


def _who_is_there(asked: Asked, words: str) -> tuple[str, ...]:
    """Who is to be found at a place that the words name: of where one stands, whoever is in sight."""
    if _FORMS["who_lives"].fullmatch(words):
        others = [asked.world.characters[one].name for one in asked.state.present() if one != asked.who]
        return who_lives_here(asked) or (asked.replies("company", who=join_names(others)) if others else ())
    if _FORMS["who_inside"].fullmatch(words):
        return who_lives_here(asked) or asked.replies("nobody_else")
    found = _FORMS["who_there"].fullmatch(words)
    place = (
        (_place_yonder(asked, found["yonder"]) if found["yonder"] else None)
        or _place_named(asked, found["place"] or found["where"] or found["home"] or "")
        if found is not None
        else None
    )
    if place is None:
        return ()
    here = place == asked.state.place
    next_door = {way.to for way in exits(asked.world, asked.state)}
    names = [
        asked.world.characters[who].name
        for who in (people_about(asked) if place not in next_door else _all_about(asked))
        if (
            asked.state.characters[who].place == place
            if here
            else haunt(asked.world.characters[who]) == place
        )
    ]
    if here:
        return asked.replies("company" if names else "alone", who=join_names(names))
    if not names:
        return asked.replies("nobody_there")
    return asked.replies("mostly_there", who=join_names(names[:_MOST_NAMED]))


def _all_about(asked: Asked) -> list[str]:
    """All but the one who is asked who are about and no secret, as whoever works next door to them knows them."""
    return [
        who
        for who, person in asked.world.characters.items()
        if who != asked.who and has_words(person) and asked.state.characters[who].alive and not is_hidden(asked, who)
    ]


_WAYS = {"up": "up", "upstairs": "up", "down": "down", "downstairs": "down", "outside": "out", "next": "next"}


def _place_yonder(asked: Asked, words: str) -> str | None:
    """Where the only way leads that goes up, down or out from here."""
    way = _WAYS.get(words.split()[0], "")
    ways = exits(asked.world, asked.state)
    found = {one.to for one in ways if way in one.direction} or ({one.to for one in ways} if way == "next" else set())
    return next(iter(found)) if len(found) == 1 else None


def _place_named(asked: Asked, words: str) -> str | None:
    """The place that the words name by all that tells something in them."""
    said = tuple(word for word in words.split() if word not in _EMPTY)
    if not said:
        return None
    matter = matter_of(scope_of(asked.world, asked.state), said, words, asked.who)
    if matter is not None and matter.thing in asked.world.locations:
        return matter.thing
    wanted = frozenset(said)
    locations = asked.world.locations
    by_name = {place for place, one in locations.items() if _is_called(wanted, one.name, *one.aliases)}
    by_way = {
        way.to
        for one in locations.values()
        for way in one.exits
        if _is_called(wanted, way.name or "", *way.aliases)
    }
    found = by_name or by_way
    return next(iter(found)) if len(found) == 1 else None


def _is_called(words: frozenset[str], *names: str) -> bool:
    return any(words == frozenset(name_words(name)) - _EMPTY for name in names)


_EMPTY = frozenset("the a an this that your up down over out back there in right now tonight today".split())


def _is_somebody_there(asked: Asked, words: str) -> tuple[str, ...]:
    """Whether somebody is at home, downstairs, in the hall: where they are to be found."""
    if _FORMS["is_there"].fullmatch(words) is None:
        return ()
    whom = next((one.who for one in people_named(asked.world, words) if one.who != asked.who), None)
    if whom is None or not (is_known_to(asked, whom) or asked.state.characters[whom].met):
        return ()
    return whereabouts(asked, whom) or ()


def _who_keeps_it(asked: Asked, words: str) -> tuple[str, ...]:
    """Who runs or minds a place, or a thing that somebody is seen at work with."""
    found = _FORMS["who_keeps"].fullmatch(words)
    place = _place_named(asked, found["place"]) if found is not None else None
    at_it = (
        who_works_at(asked.world, asked.state, words, (asked.who, *people_about(asked)))
        if found is not None and place is None
        else None
    )
    keeper = _keeper_of(asked, place) if place is not None else at_it
    if keeper is None:
        return ()
    return (
        asked.replies("i_lead")
        if keeper == asked.who
        else asked.replies("leads", who=asked.world.characters[keeper].name)
    )


def _keeper_of(asked: Asked, place: str) -> str | None:
    """The only one whom they know to spend the day at a place, else its only host."""
    known = {who: asked.world.characters[who] for who in (asked.who, *people_about(asked))}
    there = [who for who, person in known.items() if haunt(person) == place]
    found = there or [who for who, person in known.items() if place in person.host]
    return found[0] if len(found) == 1 else None


def _is_one_of_a_trade(asked: Asked, words: str) -> tuple[str, ...]:
    """Whether there is a doctor, a smith, a cook about: who is called so among those whom they know."""
    found = _FORMS["trade"].fullmatch(words)
    if found is None:
        return ()
    trade = found["trade"] or found["there"]
    wanted = content_of(trade)
    people = [
        who for who in (asked.who, *people_about(asked)) if wanted <= _callings(asked.world.characters[who])
    ]
    if not wanted or not people:
        return ()  # the topics of a conversation may know of one
    if asked.who in people:
        return asked.replies("i_am_one", what=trade)
    return asked.replies("leads", who=join_names([asked.world.characters[who].name for who in people]))


def _callings(person: Character) -> set[str]:
    return content_of(" ".join((person.name, *person.aliases, person.persona.partition(".")[0])))


def _age(asked: Asked, words: str) -> tuple[str, ...]:
    """Somebody's years, as far as they are known to everybody who lives with them."""
    found = _FORMS["age_of"].fullmatch(words)
    whom = asked.thing if asked.thing in asked.world.characters else None
    whom = whom or next((one.who for one in people_named(asked.world, asked.words)), None)
    if found is not None and whom is not None and whom != asked.who:
        years = age_in_words(asked.world.characters[whom])
        return asked.replies("about_so_old", tale=years.capitalize()) if years else ()
    guess = _FORMS["age_guessed"].fullmatch(words)
    years = age_in_words(asked.person)
    if guess is None or not years:
        return ()
    return asked.replies(
        "yes" if guess["age"] in (years, str(age_of(asked.person))) else "of_age", tale=years.capitalize()
    )


# ---- things and places ----


def _whose(asked: Asked, words: str) -> tuple[str, ...]:
    """Whose a thing is that has an owner, or is in somebody's hands."""
    ours = _FORMS["this_place"].fullmatch(words)
    if ours is not None and _place_named(asked, ours["place"] or ours["whose"]) == asked.state.place:
        keeper = _keeper_of(asked, asked.state.place)
        return _is_of(asked, keeper) if keeper != asked.who else asked.replies("its_mine")
    item = asked.world.items.get(asked.thing or "")
    if item is None or _FORMS["whose"].fullmatch(words) is None:
        return ()
    held = asked.state.items[item.id]
    own = held in asked.world.characters or (held == PLAYER and item.at == PLAYER)
    owner = item.owner or (held if own else None)  # of what was found somewhere, it is not decided
    if owner is None or item.id in asked.person.hides:
        return ()
    if owner == asked.who:
        return asked.replies("its_mine")
    if owner == PLAYER:
        return asked.replies("yours", what="")
    return _is_of(asked, owner)


def _on_them(asked: Asked, words: str) -> tuple[str, ...]:
    """What they are seen to have on them, who are asked what it is."""
    thing = worn_by(asked.world, asked.state, asked.who, words)
    return asked.replies("on_me", what=f"{thing[:1].upper()}{thing[1:]}") if thing else ()


def _another_one(asked: Asked, words: str) -> tuple[str, ...]:
    """Whether they have another of a kind, or one to spare: as many as they have about them, and one is their own."""
    found = _FORMS["another_one"].fullmatch(words)
    if found is None:
        return ()
    named = (found["spare"] or found["left"]).strip()
    kind = content_of(named) - content_of("spare second extra another other one")
    items = asked.world.items.values()
    held = [one for one in items if asked.state.items[one.id] == asked.who and one.id not in asked.person.hides]
    alike = [one for one in held if kind and kind <= content_of(" ".join((one.name, *one.aliases)))]
    if len(alike) > 1:
        return asked.replies("mine", what="")
    last = asked.world.items.get(asked.state.focus.get("it", ""))
    told = found["left"] or f"another {' '.join(named.split()[1:])}"
    again = f"another {last.name if last is not None else 'one'}"
    return asked.replies("none", what=told if kind else again)



def _is_of(asked: Asked, owner: str | None) -> tuple[str, ...]:
    known = owner is not None and is_known_to(asked, owner) and not is_hidden(asked, owner)
    return asked.replies("belongs_to", who=asked.world.characters[str(owner)].name) if known else ()


def _was_there(asked: Asked, words: str) -> tuple[str, ...]:
    """Whether they were somewhere: where they mostly are, they were; of anywhere else they say neither."""
    found = _FORMS["were_you_at"].fullmatch(words)
    place = _place_named(asked, found["place"]) if found is not None else None
    if place is None:
        return ()
    mostly = haunt(asked.person) == place and place not in asked.person.hides
    return asked.replies("was_there" if mostly else "not_saying")


def _why_they_are_here(asked: Asked, words: str) -> tuple[str, ...]:
    """How they got to where they stand, and whether they ought to be elsewhere: by where they spend their days."""
    if _FORMS["got_here"].fullmatch(words) is not None:
        return asked.replies("walked_here")
    found = _FORMS["meant_elsewhere"].fullmatch(words)
    place = _place_named(asked, found["place"] or found["thought"]) if found is not None else None
    if place is None:
        return ()
    if place == asked.state.place:
        return asked.replies("here_i_am")
    mostly = place in {haunt(asked.person), asked.person.at, *(one.at for one in asked.person.movements)}
    return asked.replies("left_there" if mostly else "not_of_there")


def _how_far(asked: Asked, words: str) -> tuple[str, ...]:
    """How far the next place is, in minutes on foot."""
    if _FORMS["how_far"].fullmatch(words) is None or asked.thing not in asked.world.locations:
        return ()
    way = next((one for one in exits(asked.world, asked.state) if one.to == asked.thing), None)
    if way is None:
        return ()
    minutes = NUMBERS[way.time] if way.time < len(NUMBERS) else str(way.time)
    return asked.replies("a_step" if way.time <= _NEXT_TO else "so_far", tale=minutes.capitalize())


_DECIDE: tuple[Callable[[Asked, str], tuple[str, ...]], ...] = (
    why_so_toward_me, _players_name, _who_is_with_me, _was_it_you, _duty, _age, _on_them, _another_one,
    _whose, _was_there,
    _why_they_are_here, _how_far, _is_somebody_there,
    _who_is_there, _who_keeps_it, _is_one_of_a_trade,
)  # fmt: skip
_SURE = _DECIDE.index(_who_is_there)
