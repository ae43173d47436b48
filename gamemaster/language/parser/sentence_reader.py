"""Read the clauses of one sentence as intents: rules' phrases, speech to somebody, a chain of orders. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable

from gamemaster.language.clauses.clause_ends import parted_after_report
from gamemaster.language.clauses.clause_starts import is_reported
from gamemaster.language.clauses.cutting import without_manner_of_speaking
from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.clauses.meanwhile import (
    perceived_meanwhile,
    plain_form_of,
    shown_meanwhile,
    taken_meanwhile,
)
from gamemaster.language.clauses.outcomes import ANYONE, outcome_sought
from gamemaster.language.clauses.performances import NEEDS_ITS_THING, performance_of, shown_of_oneself
from gamemaster.language.clauses.split import clauses, says_only_how, without_lead
from gamemaster.language.doors import asks_if_locked, door_tried, is_door_handle, through_a_door
from gamemaster.language.gm_address import questions_in
from gamemaster.language.names.normalization import SPEECH, stem
from gamemaster.language.names.noun_index import resolve
from gamemaster.language.names.noun_phrases import Unclear, leading_person
from gamemaster.language.names.pronouns import pronoun, refocus
from gamemaster.language.names.rule_phrases import rule_named
from gamemaster.language.parser.gesture_chains import goes_on_with_gesture
from gamemaster.language.parser.parse_state import (
    NAME_WORDS,
    NAMED_FIT,
    WALKING,
    ParseState,
    text_of,
)
from gamemaster.language.tables.function_words import ADVERBS, DETERMINERS, QUESTION_WORDS, THEIR_OWN
from gamemaster.language.tables.verb_forms import is_gerund
from gamemaster.language.talk.addressee import hearers_in
from gamemaster.language.talk.direct_address import addressed_person
from gamemaster.language.talk.passing_words import is_for_ears, said_in_passing
from gamemaster.language.talk.questions.questions_put import ask, asks_company, is_question, listener
from gamemaster.language.talk.remarks import said_to
from gamemaster.language.walks import round_trips
from gamemaster.rules.proposal import Intent
from worlds.schema import PLAYER
from worlds.verbs import HANDLE, MOVE, PERCEIVE, WALK

_POINTED = frozenset({"that", "this", "those", "these"})
_MOST_QUESTIONS = 3  # that one sentence puts to somebody
_ASKED_OF_SELF = frozenset({("did", "i"), ("have", "i"), ("had", "i"), ("did", "we"), ("have", "we")})


def read_sentence(parse: ParseState, words: list[str], asked: bool) -> None:
    """Read a sentence that is to be acted on; why it was not understood is noted."""
    try:
        _read_whole_or_clauses(parse, words, asked)
    except Unclear as unclear:
        parse.fail(unclear)


def _read_whole_or_clauses(parse: ParseState, words: list[str], asked: bool) -> None:
    rule = rule_named(parse.scope, words)
    if rule is not None:
        parse.add([rule], words, whole=True)
        return
    # Whether one did something is one question, whatever deed it speaks of.
    report = is_reported(parse.scope, words)
    words = without_manner_of_speaking(words) if report else words
    if report:
        said, then = parted_after_report(parse.scope, words)
        parted = [said, *(clauses(parse.scope, then) if then else [])]
    else:
        parted = [words] if tuple(words[:2]) in _ASKED_OF_SELF else clauses(parse.scope, words)
    idiom = parse.clause_reader.idiom(words) if len(parted) == 1 else None
    if idiom is not None:
        parse.add([idiom], words, whole=True)
        return
    addressed = (
        None if SPEECH in words or _is_own_verb(parse, words) else addressed_person(parse.scope, words)
    )
    led = any(round_trips.is_company(parse.scope, one) for one in parted[1:])
    if addressed is None and asks_company(words) and hearers_in(parse.scope) and not led:
        parse.add([Intent(verb="recruit", objects=(listener(parse.scope, words),), role="speech")], words)
        return
    if addressed is not None:
        who, rest = addressed
        if not read_joined_questions(parse, who, rest):
            parse.add([parse.clause_reader.speech_to(who, rest)], words)
        return
    parted = round_trips.with_ways_back(parse.scope, parted)
    parse.scope.missed.clear()
    gone = False  # whether the clause is the walk through the door that the one before it opened
    for clause, following in zip(
        parted, [*parted[1:], []], strict=False
    ):  # of "while" alone no clause is left
        if gone or (len(clause) < parse.length and says_only_how(clause)):
            gone = False
            continue
        if _comes_along(parse, clause) or _is_on_the_way_back(parse, clause):
            continue
        if parse.stop_on_the_way(clause):
            continue
        if perceived_meanwhile(parse.scope, clause) and done_meanwhile(parse, clause):
            continue  # "…, counting the poles", where a noun looks like it
        opens, leads = through_a_door(parse.scope, clause, following) if following else (False, None)
        if opens:
            gone = leads is not None
            walk = [Intent(verb="go", objects=(leads,))] if leads else []
            parse.add(walk, [*clause, "and", *following], whole=True)
            continue
        if _looks_for_the_outcome(parse, clause):
            continue
        arrived = bool(parse.intents) and parse.intents[-1].verb == "go"
        if arrived and is_door_handle(parse.scope, clause):
            continue  # "go up to the hall and lift the latch": it was lifted on the way in
        if _has_just_walked(parse) and _PEEK_IN.fullmatch(" ".join(clause)):
            continue  # "go up to the kitchen and peek in": what is to be seen there is told on arriving
        if (asks := door_tried(parse.scope, clause)) is not None:
            parse.add([Intent(verb="inform", role="question", topic="ways")], asks, whole=True)
            continue
        if parse.intents and parse.intents[-1].topic == "ways" and asks_if_locked(clause):
            continue  # "try the door, just to see if its locked"
        if parse.in_passing and not following and _has_just_walked(parse):
            _read_on_the_way(parse, clause)
            continue
        if (goes_on := goes_on_with_gesture(parse, clause)) is not None:
            parse.add([goes_on], clause)
            continue
        try:
            parse.clause_reader.whole = False
            if parse.scope.it_is_unnamed and clause[1:2] == ["it"] and pronoun(parse.scope, "it") is None:
                raise Unclear(
                    "no_such_thing", "it"
                )  # what was cut off is not here, and nothing else is hidden
            read = [_to_the_same(parse, one, clause) for one in parse.clause_reader.read(clause, asked)]
            read = _taken_off_it(parse, read, clause)
            parse.add(read, clause, whole=parse.clause_reader.whole)
            parse.note_what_was_missed()
            if clause[:1] and clause[0] in _POINTED and clause[1:2] in (["is"], ["are"]):
                parse.mention(["", *clause[2:]])  # "that's the mantle, is it?", and I pick it up
            apart = bool(read) and read[0].verb == "express" and not _PULLING.isdisjoint(clause[:2])
            apart = apart or (bool(read) and not read[0].objects and (read[0].topic or "").startswith("my "))
            if apart or _is_of_what_somebody_has(parse, read, clause) or _is_of_a_piece(read, clause):
                _forget_it(parse)  # "take his pipe and tap it on the stove": it is no cat
        except Unclear as unclear:
            if _only_names(parse, clause, following):
                continue
            if (done := _done_to_the_hearer(parse, clause)) is not None:
                parse.add([done], clause)
                continue
            if unclear.reason == "not_understood" and (called := _called_first(parse, clause)) is not None:
                parse.add([said_to(parse.scope, *called)], clause)
                continue  # "ey jory wanna bet"
            if (of_oneself := shown_of_oneself(parse.scope, clause, unclear)) is not None:
                parse.add([of_oneself], clause)
                continue  # "I turn pale"
            if (
                unclear.reason == "not_understood"
                and (heard := _said_in_passing(parse, clause, asked)) is not None
            ):
                parse.add([heard], clause)
                continue  # "nine?", "long night ahead"
            last = parse.intents[-1].verb if parse.intents else ""
            fresh = last == "express" and not _NEW_OR_OWN.isdisjoint(parse.intents[-1].words.split())
            fresh = fresh or (last == "express" and parse.gesture)  # "*shows badge, then puts it away*"
            shown = last == "express" and (fresh or not _is_a_deed_of_rules(parse, clause))
            if unclear.about == "some" and parse.intents:  # "stir the sauce and flick some at the wall"
                parse.add([Intent(verb="express", role="emote", topic=text_of(clause)[:120])], clause)
                continue
            shown = shown and not parse.missed_since  # "it" may be what was not here
            of_it = unclear.about.split()[:1] in (["it"], ["them"])  # "give it a good sniff"
            if of_it and shown and (carried := _walk_with_it(parse, clause)) is not None:
                parse.add([carried], clause)
                continue
            # "What is that patch?", and I kneel by it
            slight = parse.pointed_at and not _needs_its_thing(parse, clause)
            if of_it and (shown or slight or last == "buy" or last == "build"):
                if last == "build":  # what is thrown at once was the work of a moment
                    made = parse.intents[-1]
                    parse.intents[-1] = Intent(verb="express", role="emote", topic=made.words[:120])
                parse.add([Intent(verb="express", role="emote", topic=text_of(clause)[:120])], clause)
                continue  # "I lick a finger and hold it up", "make a snowball and throw it at the ship"
            of_the_missed = of_it and parse.missed_since
            acted = None if of_the_missed else performance_of(parse.scope, clause, unclear)
            if acted is not None:
                parse.add([acted], clause)
                if not parse.scope.focus.get("it") or _is_of_a_piece([acted], clause):
                    _forget_it(parse)
                continue
            parse.fail(unclear, clause)
            parse.mention_person(clause)  # "show Ulf the scratches and ask him": he was named all the same
            if unclear.reason == "no_such_thing" and _is_to_be_done_there(parse, clause, following):
                return  # "go to the attic and read the page": it is not read here instead
            unnamed = unclear.reason == "no_such_thing" or _names_what_is_no_thing(parse, clause)
            if unnamed and (_is_of_a_piece([], clause) or not _is_of_what_was_taken(parse, unclear)):
                # "it" is what was named here, and is nothing older
                _forget_it(parse)


def done_meanwhile(parse: ParseState, words: list[str]) -> bool:
    """Whether a manner is something done during the deed: it is read before a walk that it goes with, else after it."""
    if is_gerund(words[0]) and _comes_along(parse, [plain_form_of(words[0]), *words[1:]]):
        return True  # "go up to the houses, bringing the boy with me"
    perceived = perceived_meanwhile(parse.scope, words)
    shown = None if perceived else shown_meanwhile(parse.scope, words)
    taken = perceived or taken_meanwhile(parse.scope, words)
    asleep = bool(parse.intents) and parse.intents[-1].verb == "sleep"  # "bed down, boots on"
    if asleep or (shown is None and not taken):
        return False
    if shown is not None:
        _before_the_walk(parse, lambda: parse.add([shown], shown.words.split(), whole=True))
    else:
        _before_the_walk(parse, lambda: read_sentence(parse, taken, asked=False))
    return True


def _needs_its_thing(parse: ParseState, clause: list[str]) -> bool:
    """Whether a deed cannot be done to what is only spoken of: it is taken, opened, read."""
    meanings = parse.scope.nouns.verbs.at_start(without_lead(clause[clause[:1] == ["i"] :]))[0]
    return bool(meanings) and meanings[0] in NEEDS_ITS_THING - {*PERCEIVE, *MOVE}


def _before_the_walk(parse: ParseState, read: Callable[[], None]) -> None:
    """Read something where the walk that was read last begins, and before it."""
    walks = bool(parse.intents) and parse.intents[-1].verb in WALK and parse.intents[-1].role == "act"
    walk = [(parse.intents.pop(), parse.sure.pop())] if walks else []
    end, start = parse.scope.state.place, parse.scope.focus.get("back")
    if walk and start is not None and end in walk[0][0].objects:
        parse.scope.walk_to(start)  # what is perceived on the way is named as one sets out
        parse.mention(walk[0][0].words.split())
    read()
    if parse.scope.state.place != end:
        parse.scope.walk_to(end)
    parse.intents += [intent for intent, _ in walk]
    parse.sure += [sure for _, sure in walk]


_IN_PASSING = re.compile(
    r"(?:as|while|when) i (?:pass|go|walk|climb|leave|enter|come|head|step)"
    r"(?: (?:by|past|in|out|through|up|down|them|it))*(?: ,.*)?"
)


def is_in_passing(words: list[str]) -> bool:
    """Whether words say that something is done on a walk: "as I pass", "as I go in"."""
    return _IN_PASSING.fullmatch(" ".join(words)) is not None


def _read_on_the_way(parse: ParseState, clause: list[str]) -> None:
    """Read what is done on the walk that was just read, with what stands where it begins."""
    parse.in_passing = False
    _before_the_walk(parse, lambda: read_sentence(parse, clause, asked=False))


def _only_names(parse: ParseState, clause: list[str], following: list[str]) -> bool:
    """Whether words only name the thing that is meant by the "it" of the next order: "the little horse, pick it up"."""
    named = clause[1:] if clause[0] in DETERMINERS else []
    if not 0 < len(named) <= NAME_WORDS or {"it", "them"}.isdisjoint(following):
        return False
    found = resolve(parse.scope, named[-1:])
    if found is None or parse.scope.nouns.kinds[found.thing] not in ("item", "feature"):
        return False
    if not parse.scope.reach(found.thing):
        return False
    parse.scope.focus = refocus(parse.scope.world, parse.scope.focus, [found.thing])
    return True


def _is_of_what_was_taken(parse: ParseState, unclear: Unclear) -> bool:
    """Whether what is not here may be a part of what was handled just before: "take the gun, check the chamber"."""
    last = parse.intents[-1] if parse.intents else None
    taken = last is not None and last.role == "act" and len(last.objects) == 1
    taken = taken and last is not None and last.objects[0] in parse.scope.world.items
    named = [word for word in unclear.about.split() if word not in DETERMINERS]
    return taken and len(named) == 1 and stem(named[0]) not in parse.scope.nouns.by_stem


_NEW_OR_OWN = frozenset({"a", "an", "some", "my"})  # "peel off my coat, hang it on a nail"


def _done_to_the_hearer(parse: ParseState, clause: list[str]) -> Intent | None:
    """A gesture towards whoever is spoken to, "I ruffle your hair", read as one towards him; None if it is none."""
    words = clause[clause[:1] == ["i"] :]
    told = parse.told_of_hearer(" ".join(words)).split()
    if told == words or words[:1] == ["you"] or is_question(words):
        return None
    try:
        read = parse.clause_reader.read(told, False)
    except Unclear:
        return None
    return read[0] if len(read) == 1 and read[0].verb == "express" else None


def _comes_along(parse: ParseState, clause: list[str]) -> bool:
    """Whether somebody who is where the walk begins is to come along on it; they are asked before it sets out."""
    walks = bool(parse.intents) and parse.intents[-1].verb in WALK and parse.intents[-1].role == "act"
    if not walks or not round_trips.is_company(parse.scope, clause):
        return False
    order = clause[clause[:1] == ["i"] :]
    who = leading_person(parse.scope, order[1:])[0]
    if who not in parse.scope.state.present(parse.start):
        return False
    asked = Intent(verb="recruit", objects=(str(who),), words=text_of(clause)[:300])
    _before_the_walk(parse, lambda: parse.add([asked], clause, whole=True))
    return True


def _is_on_the_way_back(parse: ParseState, clause: list[str]) -> bool:
    """Whether a clause is no more than the way back; one that needs somebody who stayed there is read there."""
    if not clause or not round_trips.has_set_out(parse.scope, parse.start, parse.intents):
        return False
    homeward = round_trips.goes_back(clause)
    fetching = parse.scope.state.place == parse.start
    if homeward or round_trips.meets_again(parse.scope, parse.met, clause, fetching=fetching):
        back = Intent(verb="go", objects=(parse.start,), direction="back")
        parse.scope.walk_to(parse.start)
        parse.add([back], clause if homeward else ["go", "back"], whole=True)
        clause[:] = clause if homeward else round_trips.without_directions(clause)
        return homeward or round_trips.is_walk_back(clause)
    return False


_ASKED_IN_TURN = frozenset({"whom", "what"})
_TO_SEE = frozenset("look see check watch find notice learn".split())
_WHO_IS = (["who", "is"], ["who", "are"], ["if", "anyone"], ["if", "anybody"], ["if", "somebody"], ["if", "someone"])
_SEEN_BY = re.compile(
    r"(?:if|whether|who)(?: (?:any|some)(?:one|body))? (?:else )?"
    r"(?:minds?|notices?|sees?|saw|reacts?|cares?|objects?|looks?|stops? me|is (?:looking|watching))\b"
)


_PEEK_IN = re.compile(
    r"(?:i )?(?:(?:have|take) (?:a|one) )?(?:quick |careful |little |quiet )*"
    r"(?:peek|peep|peer|look|glance|poke my head)"
    r"(?: (?:in|inside|round the door|around the door|through the door))+"
    r"(?: (?:first|quickly|quietly|carefully|for a moment))?"
)


def _has_just_walked(parse: ParseState) -> bool:
    """Whether the order before was a walk, or a creep, into another place."""
    last = parse.intents[-1] if parse.intents else None
    places = parse.scope.world.locations.keys() - {parse.start}
    return last is not None and last.verb in WALKING and not places.isdisjoint(last.objects)


def _is_of_what_somebody_has(parse: ParseState, read: list[Intent], clause: list[str]) -> bool:
    """Whether a deed is done to somebody's thing that has no name of its own, and only they stand for it."""
    done = read[-1] if read else None
    if done is None or done.verb != "touch" or len(done.objects) != 1 or done.objects[0] not in parse.scope.people:
        return False
    owned = next((n for n, word in enumerate(clause[:-1]) if word in THEIR_OWN), None)
    return owned is not None and stem(clause[owned + 1]) not in BODY


def _is_of_a_piece(read: list[Intent], clause: list[str]) -> bool:
    """Whether a piece is cut off what is no thing of the world: "cut a button off my coat and give it to Nan"."""
    shown = not any(one.objects for one in read)
    order = clause[clause[:1] == ["i"] :]
    piece = order[1:2] != [] and order[1] in _NEW_OR_OWN - {"my"}
    return shown and piece and order[0] in _SEVERING and not _OFF.isdisjoint(order[2:])


_SEVERING = frozenset(
    "cut tear rip snip snap break pluck scrape peel pick scoop chip saw carve whittle slice pull".split()
)
_OFF = frozenset({"off", "from", "out"})


def _taken_off_it(parse: ParseState, read: list[Intent], clause: list[str]) -> list[Intent]:
    """What is pulled off a thing and is no thing of the world is told as done, and nothing is done to the thing.

    "Pull the blanket off my bunk" pulls at no bunk.
    """
    order = clause[clause[:1] == ["i"] :]
    off = next((n for n, word in enumerate(order) if word in ("off", "from")), 0)
    named = [word for word in order[1:off] if word not in DETERMINERS]
    if len(read) != 1 or not off or not named or order[0] not in _PULLING or len(read[0].objects) != 1:
        return read
    found = resolve(parse.scope, named)
    itself = found is None or found.thing == read[0].objects[0] or not parse.scope.reach(found.thing)
    if not itself or read[0].objects[0] in parse.scope.world.items or len(named) > NAME_WORDS:
        return read
    return [Intent(verb="express", role="emote", topic=text_of(order)[:120], words=text_of(clause)[:300])]


def _walk_with_it(parse: ParseState, clause: list[str]) -> Intent | None:
    """The walk of what is carried somewhere and is no thing of the world: "take the blanket, carry it down to Bo"."""
    order = clause[clause[:1] == ["i"] :]
    if order[0] not in _CARRYING or order[1:2] not in (["it"], ["them"]) or len(order) < len(("take", "it", "up")):
        return None
    try:
        read = parse.clause_reader.read(["go", *order[2:]], False)
    except Unclear:
        return None
    return read[0] if len(read) == 1 and read[0].verb in {*WALK, "follow", "talk"} else None


_CARRYING = frozenset("carry take bring lug haul drag".split())
_PULLING = frozenset("take pull drag strip lift tear tug whip yank snatch draw".split())


def _to_the_same(parse: ParseState, one: Intent, clause: list[str]) -> Intent:
    """A deed that names nothing, after one at a thing, as done to that: "put my ear to the door and knock twice"."""
    last = parse.intents[-1] if parse.intents else None
    if one.verb not in _AT_A_THING or one.objects or one.recipient or one.direction or last is None:
        return one
    at_hand = last.role == "act" and len(last.objects) == 1 and parse.scope.reach(last.objects[0])
    kind = parse.scope.nouns.kinds.get(last.objects[0]) if at_hand else None
    bare = all(word in _HOW_OFTEN for word in clause[clause[:1] == ["i"] :][1:])
    if not bare or kind not in ("feature", "item"):
        return one
    verb = "knock" if one.words.split()[:1] in (["tap"], ["rap"]) or "tap" in clause[:2] else one.verb
    return one.model_copy(update={"objects": last.objects, "verb": verb})


_AT_A_THING = frozenset("knock touch push pull smell taste turn".split())
_HOW_OFTEN = ADVERBS | frozenset("once twice thrice two three four five six times again hard very at it".split())


def _forget_it(parse: ParseState) -> None:
    """What a clause named and is no thing here is meant by "it" from now on: nothing else, and nobody."""
    parse.scope.focus = {k: v for k, v in parse.scope.focus.items() if k not in ("it", "them")}
    parse.scope.it_is_unnamed = True


def _looks_for_the_outcome(parse: ParseState, clause: list[str]) -> bool:
    """Whether a clause after a deed only says what is to be seen of it: "turn the shield, look whose it is".

    What was done tells that. Whether anybody minds, the Game Master says.
    """
    rest = clause[1 + (clause[1:2] in (["out"], ["at"])) :]
    if not _ASKED_IN_TURN.isdisjoint(rest[2:]):
        return False  # "watch who looks at whom"
    asks = rest[:1] and rest[0] in QUESTION_WORDS | {"if", "whether"}
    if clause[0] in _TO_SEE and asks and _is_watched_for(parse, clause):
        return True
    acts = [one for one in parse.intents if one.role == "act"]
    if clause[0] not in _TO_SEE or not asks or not acts or acts[-1].verb == "take":
        return (
            False  # of what was only taken up nothing is seen yet: "take the gun and check if it is loaded"
        )
    if any(_is_at_hand(parse, rest[at:]) for at in range(1, len(rest))):
        return False  # "see which way it looks at the well": a look at the well
    parse.note_words(clause, "purpose")
    if acts[-1] is parse.intents[-1] and acts[-1].verb in PERCEIVE and rest[:2] in _WHO_IS and len(rest) > 2:
        out = ["out", "there"]
        parse.intents[-1] = acts[-1].model_copy(update={"purpose": text_of([*clause, *out])[:300]})
        parse.add([Intent(verb="inform", role="question", topic="people")], [*rest, *out], whole=True)
        return True  # "peer out of the window and see who is below"
    if _SEEN_BY.match(" ".join(rest)):
        parse.add(
            [Intent(verb="inform", role="question", topic="watched")],
            ["did", "anybody", "notice"],
            whole=True,
        )
    return True


def _is_watched_for(parse: ParseState, clause: list[str]) -> bool:
    """Whether a clause says whom the player watches for what the deed before it does to them: it is its purpose."""
    last = parse.intents[-1] if parse.intents else None
    if last is None or last.role not in ("act", "emote") or last.verb == "take":
        return False
    meant = text_of(clause)[:300]
    sought = outcome_sought(parse.scope, meant, next(iter(last.objects), None))
    if sought is None or sought.whom not in (ANYONE, *parse.scope.world.characters):
        return False
    parse.note_words(clause, "purpose")
    both = f"{last.purpose}, {meant}"[:300] if last.purpose else meant
    parse.intents[-1] = last.model_copy(update={"purpose": both})
    return True


def _is_at_hand(parse: ParseState, words: list[str]) -> bool:
    """Whether words name a thing that is here, and is none that the turn has to do with already."""
    found = resolve(parse.scope, words)
    handled = {thing for one in parse.intents for thing in (*one.objects, one.recipient, one.tool)}
    return (
        found is not None
        and found.fit >= NAMED_FIT
        and found.thing not in handled | {PLAYER, parse.scope.state.place}
        and parse.scope.reach(found.thing)
    )


def _is_to_be_done_there(parse: ParseState, clause: list[str], following: list[str]) -> bool:
    """Whether what follows a walk that leads nowhere is handling, which was to be done at its end."""
    walk = parse.scope.nouns.verbs.at_start(without_lead(clause))[0][:1]
    deed = parse.scope.nouns.verbs.at_start(without_lead(following))[0][:1] if following else ()
    return bool(walk and deed) and walk[0] in WALKING and deed[0] in HANDLE


def _is_a_deed_of_rules(parse: ParseState, clause: list[str]) -> bool:
    """Whether a rule says what comes of such a deed here: "load it" is then no part of the wink before it."""
    meanings = parse.scope.nouns.verbs.at_start(without_lead(clause))[0]
    return any(verb in meanings and parse.scope.reach(thing) for verb, thing in parse.scope.nouns.ruled)


def _names_what_is_no_thing(parse: ParseState, clause: list[str]) -> bool:
    """Whether a clause names by an article what no thing here is called: "fold the drawing", which is only painted."""
    at = next((n for n, word in enumerate(clause) if n and word in ("the", "a", "an")), len(clause))
    named = [word for word in clause[at + 1 : at + 1 + NAME_WORDS] if word.isalpha()]
    found = [resolve(parse.scope, named[:end]) for end in range(1, len(named) + 1)]
    return bool(named) and not any(one is not None and parse.scope.reach(one.thing) for one in found)


def _is_own_verb(parse: ParseState, words: list[str]) -> bool:
    """Whether a single word is a verb of this world and no name by itself: "cook", where there is a pastry cook."""
    nouns = parse.scope.nouns
    return (
        len(words) == 1 and words[0] in nouns.verbs.own and all(list(n.words) != words for n in nouns.names)
    )


def _called_first(parse: ParseState, words: list[str]) -> tuple[str, list[str]] | None:
    """Whoever is here and is named by the first words of a clause that nothing else could be made of."""
    for at in (0, 1):
        who, length = leading_person(parse.scope, words[at:], by_name=True)
        rest = words[at + length :]
        article = at and not DETERMINERS.isdisjoint(
            words[at : at + 1]
        )  # "wrap the boy in my cloak" calls no boy
        if who in parse.scope.people and len(rest) > 1 and "," not in words[:at] and not article:
            return str(who), rest
    return None


def _said_in_passing(parse: ParseState, words: list[str], asked: bool) -> Intent | None:
    """An input that is nothing but a few words without a verb, as it is said to somebody."""
    beside = 4 if is_for_ears(parse.scope, words) else 1  # words that stand by: a tag, "do you"
    alone = (
        not parse.intents and len(words) + beside >= parse.length and not parse.gesture and not parse.respelt
    )
    who = said_in_passing(parse.scope, words) if alone else None
    return ask(parse.scope, who, words, "ask" if asked else "tell") if who is not None else None


def read_joined_questions(parse: ParseState, who: str, words: list[str]) -> bool:
    """Each of several questions that are joined: "who is he, where is the bell, and why do you toss that coin?"."""
    parts = questions_in(words) if is_question(words) and "or" not in words else []
    if len(parts) < 2 or not all(is_question(part) and len(part) > 1 for part in parts):
        return False
    for part in parts[:_MOST_QUESTIONS]:
        parse.add([ask(parse.scope, who, part)], part)
    return True
