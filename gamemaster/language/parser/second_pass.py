"""What only the whole input shows: put the intents in order, drop those that came to nothing, and close. Pure."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

from gamemaster.language.clauses.clause_starts import Stretch
from gamemaster.language.clauses.durations import length_named
from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.clauses.split import without_lead
from gamemaster.language.doubt import MOST_CHOICES, Stake, asked_back, stake_of
from gamemaster.language.looking_elsewhere import place_supposed
from gamemaster.language.names.normalization import stem, words_of
from gamemaster.language.names.noun_phrases import Unclear, leading_person
from gamemaster.language.parser.limits import keep_out, take_nothing
from gamemaster.language.parser.parse_state import FRAGMENT_WORDS, WALKING, ParseState
from gamemaster.language.parser.sentence_reader import read_sentence
from gamemaster.language.plain_orders import called_to, is_ordered
from gamemaster.language.portions import part_meant
from gamemaster.language.reading import IDLE, Clarify, Reading, Role
from gamemaster.language.talk.addressee import last_partner
from gamemaster.language.talk.passing_words import said_amid_talk
from gamemaster.language.talk.questions.questions_put import ask, is_question
from gamemaster.language.talk.remarks import SPEAKING
from gamemaster.language.tidying import tidy
from gamemaster.language.walks.part_walks import is_broken_off, stops_short
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.rules.conditions import is_asleep
from gamemaster.rules.proposal import Intent
from gamemaster.rules.reach import exits, is_open, route
from worlds.schema import PLAYER
from worlds.verbs import PERCEIVE

_OUTSIDE = re.compile(
    r"\b(?:stop|stopping|wait|waiting|pause|pausing|halt|halting|stay|staying|remain|linger|stand)"
    r" (?:just |right )?outside\b(?! for (?:him|her|them)\b)"
)
# Keeping still or quiet is how one behaves, and no wait, unless it is said for how long.
_STILL = re.compile(
    r"(?:i )?(?:will |would rather |better |just )*(?:keep|stay|be|remain|hold|stop) (?:very |quite |perfectly )?"
    r"(?:still|quiet|silent|calm|inside|indoors|in|put|where i am|right here)"
    r"|(?:i )?(?:just )?(?:stand|sit|lie|kneel|crouch) (?:very |quite )?(?:still|quiet|silent|calm|here|there)"
)


_MOMENT = 2  # minutes of a wait that other deeds go with
_AS_IF = re.compile(
    r"\b(?:like|as|while|(?:and )?see|(?:and )?watch) (?:what |how |if |whether )?(?P<whom>\w+)\b"
)


def _only_a_moment(parse: ParseState, at: int) -> Intent:
    """A wait of no named length that something is said or done after, or that follows what was said to somebody, is a
    moment, as is one for what somebody present is about to do. A walk is not done after it by the by, nor before."""
    intent = parse.intents[at]
    if intent.verb != "wait" or intent.role != "act" or intent.minutes is not None or intent.rule is not None:
        return intent
    after = any(one.verb not in _POSED and one.verb not in WALKING for one in parse.intents[at + 1 :])
    heard = at > 0 and parse.intents[at - 1].verb in SPEAKING and bool(parse.intents[at - 1].objects)
    acts = [one for one in parse.intents[:at] if one.role == "act" and one.verb not in _POSED | WALKING]
    heard = heard or any(one.verb in _SOUNDED for one in acts)  # "knock, and wait"
    heard = heard or (bool(acts) and "wait for" in intent.words)  # "press the button and wait for it"
    theirs = _AS_IF.search(" ; ".join(one.text for one in parse.clauses))
    watched = theirs is not None and (
        theirs["whom"] in ("he", "she", "they")
        or leading_person(parse.scope, [theirs["whom"]])[0] is not None
    )
    bidden = intent.purpose.startswith("to be ") or " to be " in f" {intent.words} "  # "wait to be asked in"
    there = (watched or bidden) and bool(parse.scope.people)
    return intent.model_copy(update={"minutes": _MOMENT}) if after or heard or there else intent


_SOUNDED = frozenset({"knock", "call", "listen"})
_POSED = frozenset({"express", "inform", "sit", "kneel", "stand", "lie", "lean", "crouch", "wait", "sleep"})


def reading_of(parse: ParseState) -> Reading:
    """What all pieces came to."""
    if any(clause.role == "undo" for clause in parse.clauses):
        return Reading((), clauses=tuple(parse.clauses))
    parse.walk_on()
    _act_on_the_doubtful(parse)
    _put_to_whom_it_says(parse)
    _pass_word_on(parse)
    _leave_talk_as_talk(parse)
    _look_where_it_may_be(parse)
    _turn_to_whom_one_finds(parse)
    _comes_along_first(parse)
    _done_first(parse)
    _done_before_a_walk(parse)
    _knock_before_entering(parse)
    _given_to_keep(parse)
    _name_the_part(parse)
    _bring_along(parse)
    parse.intents = [_laid_beside_a_sleeper(parse, intent) for intent in parse.intents]
    _stop_short(parse)
    keep_out(parse)
    take_nothing(parse)
    _leave_what_is_to_be_kept(parse)
    parse.intents = [_only_kept_still(intent) for intent in _kept_awake(parse)]
    parse.intents = [_shown_to_the_hearer(parse, one) for one in parse.intents]
    parse.intents = [_only_a_moment(parse, at) for at in range(len(parse.intents))]
    _tell_whom_one_talks_with(parse)
    _find_nobody(parse)
    problem, kept = parse.problem, tidy(parse.scope, parse.intents)
    if problem is not None and _is_idle_talk(parse, problem):
        problem = None
    intents = tuple(parse.intents[at] for at in kept)
    if not intents and problem is None and not _only_told(parse):
        problem = Unclear("not_understood", parse.unread)
    found = Reading(
        intents,
        problem.reason if problem else None,
        problem.choices if problem else (),
        problem.about if problem else "",
        tuple(parse.clauses),
        clarify=_which_is_meant(parse) if not intents else None,
        held_back=parse.held_back,
        failed=parse.failed if problem is not None else "",
        unfollowed=tuple(dict.fromkeys(parse.unfollowed)) if problem is not None else (),
    )
    return asked_back(parse.scope, found, tuple(parse.sure[at] for at in kept))


def _find_nobody(parse: ParseState) -> None:
    """Whoever calls out where nobody is asks whether anybody is: "Good evening, anyone here? *looks about*"."""
    if parse.problem is None or parse.scope.people:
        return
    to_whoever = _TO_WHOEVER.search(parse.failed or parse.problem.about) is not None
    called = to_whoever or (parse.problem.reason == "who" and bool(parse.intents))
    if called and all(one.verb in {"express", "look", *WALKING} for one in parse.intents):
        parse.add(
            [Intent(verb="inform", role="question", topic="people")], ["is", "anybody", "here"], whole=True
        )
        parse.problem = None


_TO_WHOEVER = re.compile(
    r"^(?:i )?(?:say|call|shout|greet|show|wave|tell|give|offer|ask)\b.*\b(?:everyone|everybody|whoever)\b"
)


def _shown_to_the_hearer(parse: ParseState, intent: Intent) -> Intent:
    """A gesture that is told to whoever it is done to, as it is told of them: "I squat beside you" is beside him."""
    if intent.verb != "express" or intent.role != "emote":
        return intent
    told = {"topic": parse.told_of_hearer(intent.topic or ""), "words": parse.told_of_hearer(intent.words)}
    return intent.model_copy(update=told)


_TELLING: frozenset[Role] = frozenset({"act", "background", "thought", "negation", "question", "speech"})
_LEFT_UNDONE = re.compile(
    r"(?:(?:i|we) )?(?:do|will|would|shall|let|without|stop|leave|(?:am|are) not \w+ing)\b"
    r"|not (?:the|a|an|that|this|my)\b"
)


def _tell_whom_one_talks_with(parse: ParseState) -> None:
    """Words of which nothing came, amid a talk: whoever is talked with hears them. "Just me.", "My wife left"."""
    unread = parse.problem is not None and parse.problem.reason in ("not_understood", "no_such_thing")
    roles = {one.role for one in parse.clauses}
    told = parse.problem is None and roles <= {"background", "negation"}
    if (
        parse.intents
        or parse.quoted
        or parse.gesture
        or not roles
        or not roles <= _TELLING
        or not (unread or told)
    ):
        return
    sentences = [one.text.split() for one in parse.clauses]
    asked = any(one.role == "question" for one in parse.clauses)
    if any(_is_narrated(parse, one.role, words) for one, words in zip(parse.clauses, sentences, strict=True)):
        return
    words = [word for one in sentences for word in (*one, ";")][:-1]
    who = said_amid_talk(parse.scope, words, asked)
    if who is None:
        return
    parse.clauses = [replace(one, role="speech") for one in parse.clauses]
    parse.problem = None
    parse.add([ask(parse.scope, who, words, "ask" if asked else "tell")], words)


def _is_narrated(parse: ParseState, role: Role, words: list[str]) -> bool:
    """Whether words tell what is felt or left undone, and are for nobody's ears: "my heart pounds", "don't go"."""
    if role == "negation":
        return _LEFT_UNDONE.match(" ".join(words)) is not None or (
            words[0] == "never" and bool(parse.scope.nouns.verbs.at_start(words[1:])[0])
        )
    return role == "background" and (
        words[0] in ("then", "when", "while", "as") or not BODY.isdisjoint(words[:3])
    )


def _name_the_part(parse: ParseState) -> None:
    """ "Break off a piece of the bread and give it to him": "it" is that piece, and not the bread."""
    for at, intent in enumerate(parse.intents):
        said = intent.words.split()
        pronoun = next((word for word in said if word in ("it", "them")), None)
        handled = intent.role == "act" and intent.verb in _HANDLING
        kept = any(_KEEPING.match(one.words) and one.objects == intent.objects for one in parse.intents[:at])
        if handled and kept and "the other half" in intent.words:
            words = intent.words.replace("the other half", "half")  # of what is kept the one half
            parse.intents[at] = intent.model_copy(update={"words": words})
        before = parse.intents[:at] if pronoun is not None and handled else []
        parts = (
            part_meant(parse.scope.world, thing, one.words)
            for one in reversed(before)
            for thing in one.objects
            if thing in intent.objects and one.verb not in ("eat", "drink")
            if not (one.verb == "take" and _is_one_thing(parse, thing))
        )
        part = next(filter(None, parts), "")
        if part and pronoun is not None:
            said[said.index(pronoun)] = "one of them" if part == "one" else f"{part} of {pronoun}"
            parse.intents[at] = intent.model_copy(update={"words": " ".join(said)})


def _is_one_thing(parse: ParseState, thing: str) -> bool:
    """Whether a thing is one by itself, however many more like it are told of: a pebble of the shore's."""
    item = parse.scope.world.items.get(thing)
    return item is not None and not item.plural and " of " not in item.name


def _bring_along(parse: ParseState) -> None:
    """ "Bring the pole to Bishr and wedge it under the gate": who is elsewhere is gone to, and it is not let go."""
    for at, intent in enumerate(parse.intents):
        who, things = intent.recipient, intent.objects
        absent = who in parse.scope.world.characters and who not in parse.scope.people
        if intent.verb != "give" or not absent or not things:
            continue
        later = (one for one in parse.intents[at + 1 :] if one.role == "act" and one.verb != "give")
        if any(things[0] in (*one.objects, one.tool) for one in later):
            lying = parse.scope.state.items.get(things[0]) == parse.start
            taken = intent.model_copy(update={"verb": "take", "recipient": None})
            walk = Intent(
                verb="follow", objects=(str(who),), words=f"go to {name_of(parse.scope.world, str(who))}"
            )
            parse.intents[at : at + 1] = [taken, walk] if lying else [walk]
            parse.sure[at : at + 1] = [parse.sure[at]] * (1 + lying)
            return


def _stop_short(parse: ParseState) -> None:
    """Whoever stops outside a place next door, goes only half the way there, or sets out and turns back, does not go.

    What is done then is done where they stand.
    """
    for at, intent in enumerate(parse.intents):
        to = intent.objects[0] if intent.verb in _ON_FOOT and intent.objects else ""
        if to not in parse.scope.world.locations:
            continue
        place = parse.scope.world.locations[to]
        near = any(way.to == to for way in exits(parse.scope.world, parse.scope.state, parse.start))
        then = parse.intents[at + 1 :]
        if near and place.indoors and any(_OUTSIDE.search(one.text) for one in parse.clauses):
            shown = [] if at or then else [_only_shown("stop outside")]
        elif stops_short(parse.scope, to, intent.words, near=near) or (
            then and is_broken_off(intent.words, then[0].words)
        ):
            shown = [_only_shown(intent.words.removeprefix("i "))]
            if then and then[0].direction == "back":
                then = [_only_shown(then[0].words.removeprefix("i ")), *then[1:]]
        else:
            continue
        parse.sure[at:] = [1.0] * len(shown) + parse.sure[at + 1 :]
        parse.intents[at:] = [*shown, *then]
        return


_KEEPING = re.compile(r"(?:i )?(?:will )?(?:keep|save|set aside|put aside)\b")
_HANDLING = frozenset("give put drop throw eat drink tie show burn hide".split())
_ON_FOOT = frozenset({"go", "climb", "sneak"})


def _only_shown(words: str) -> Intent:
    return Intent(verb="express", role="emote", topic=words[:120], words=words)


def _look_where_it_may_be(parse: ParseState) -> None:
    """Whoever looks for what is not here goes where they say it may be: "find Yrsa. The brewhouse, I guess"."""
    if parse.sought is None:
        return
    search = parse.sought
    said = [search.words, *(one.text for one in parse.clauses if one.role != "speech")]
    named = [thing for thing in search.objects[1:] if thing in parse.scope.world.locations]
    supposed = (place_supposed(parse.scope, words_of(words), parse.start) for words in said)
    place = next(filter(None, [*named, *supposed]), None) or _last_seen(parse, search)
    others = [
        one
        for one in parse.intents
        if one.objects[:1] not in ((place,), search.objects[:1]) and not _goes_nowhere(one)
    ]
    verbs = parse.scope.nouns.verbs
    ordered = any(
        verbs.at_start(without_lead(one.words.split()))[0][:1] == ("go",)
        for one in parse.intents[1:]
        if one is not search
    )
    if place is None or others or ordered:
        return
    walk = Intent(verb="go", objects=(place,), words=search.words)
    in_person = search.objects[0] in parse.scope.world.characters  # whoever is there is seen on coming in
    search = search.model_copy(update={"objects": search.objects[:1]})
    asked = [one for one in parse.intents if one.role == "question"]
    met = [one for one in parse.intents if one.verb != "search" and one.objects[:1] == search.objects[:1]]
    parse.intents, parse.problem = [*asked, walk, *(met if in_person else [search])], None
    parse.sure = [1.0] * len(parse.intents)


def _turn_to_whom_one_finds(parse: ParseState) -> None:
    """Whoever is looked for and stands here is found already: "find Tallack and tell him that the bell rings"."""
    for at, intent in enumerate(parse.intents[:-1]):
        whom = intent.objects[0] if len(intent.objects) == 1 else None
        found = intent.verb == "search" and intent.role == "act" and whom in parse.scope.people
        if found and _SETTING_OUT.search(intent.words) and parse.intents[at + 1].objects[:1] == (whom,):
            del parse.intents[at], parse.sure[at]
            return


def _goes_nowhere(intent: Intent) -> bool:
    """Whether an intent leads nowhere by itself: the "go" of "go and find Ulf", a question to the Game Master."""
    return intent.role == "question" or (intent.verb == "go" and not intent.objects and not intent.direction)


_SETTING_OUT = re.compile(r"\b(?:find|fetch|get hold of|track down)\b|^(?:i )?(?:go|head|walk|run|set)\b")


def _last_seen(parse: ParseState, search: Intent) -> str | None:
    """Where whoever is to be found was last seen by the player; else the place next door, if they are there."""
    who, world, state = search.objects[0], parse.scope.world, parse.scope.state
    if who not in world.characters or not _SETTING_OUT.search(search.words):
        return None
    place = state.seen_at.get(who)
    if place is None and state.characters[who].alive:
        at = state.characters[who].place
        open_to = (way.to for way in exits(world, state, parse.start) if is_open(world, state, way))
        place = next((to for to in open_to if to == at), None)
    return place if place != parse.start else None


def _leave_what_is_to_be_kept(parse: ParseState) -> None:
    """ "Keep the beer, I keep my cloak" calls a trade off: what somebody is to keep is not taken from them."""
    for at in range(len(parse.intents) - 1, -1, -1):
        words = parse.intents[at].words.removeprefix("i ")
        if parse.intents[at].verb != "take" or not words.startswith("keep "):
            continue
        if all(thing in parse.scope.state.held for thing in parse.intents[at].objects):
            continue  # "actually, keep it": one's own thing, which was laid down
        del parse.intents[at], parse.sure[at]
        parse.clauses = [replace(one, role="negation") if one.role == "act" else one for one in parse.clauses]
        kept = parse.problem is not None and "keep" in parse.problem.about.split()[:3]
        parse.problem = None if kept or not parse.intents else parse.problem


def _put_to_whom_it_says(parse: ParseState) -> None:
    """ "What is knocking? Ask her": the question before is put to whoever is named after it."""
    for at in range(len(parse.intents) - 1, 0, -1):
        before, bare = parse.intents[at - 1], parse.intents[at]
        if bare.verb != "ask" or bare.topic or len(bare.objects) != 1 or not bare.words.startswith("ask "):
            continue
        questioned = before.verb == "ask" or before.role == "question"
        if not questioned or not is_question(before.words.split()):
            continue
        put = ask(parse.scope, bare.objects[0], before.words.split())
        parse.intents[at - 1] = put.model_copy(update={"words": before.words})
        del parse.intents[at], parse.sure[at]


def _pass_word_on(parse: ParseState) -> None:
    """ "Tell the captain I'm on it", amid a talk with somebody else: whoever is talked with is asked to tell them."""
    partner = last_partner(parse.scope.state)
    for at, intent in enumerate(parse.intents):
        whom = intent.objects[0] if intent.verb == "tell" and len(intent.objects) == 1 else None
        away = whom in parse.scope.world.characters and whom not in parse.scope.people
        if partner not in parse.scope.people or not away or not intent.words.startswith("tell "):
            continue
        asked = Intent(verb="persuade", objects=(str(partner),), topic=intent.words[:110], role="speech")
        parse.intents[at] = asked.model_copy(update={"words": intent.words})


def _leave_talk_as_talk(parse: ParseState) -> None:
    """A rest that nobody ordered is said to whoever is talked with, or is left in doubt: "we all sleep"."""
    for at, intent in enumerate(parse.intents):
        if is_ordered(parse.scope, intent):
            continue
        partner = parse.partner()
        called = called_to(parse.scope, intent)
        if called is not None:
            said = parse.clause_reader.speech_to(*called)
        elif partner is not None:
            said = ask(parse.scope, partner, intent.words.split(), "tell")
        else:
            parse.sure[at] = 0.0
            continue
        parse.intents[at] = said.model_copy(update={"words": intent.words})
        parse.sure[at] = 1.0


def _act_on_the_doubtful(parse: ParseState) -> None:
    """What is told in the past tense, or planned, is read as deeds, in doubt, where nothing else is done."""
    acting = any(intent.verb != "express" for intent in parse.intents) and not parse.told_as_past
    for stretch in parse.doubtful:
        if acting or not _could_be_now(parse, stretch):
            parse.note(replace(stretch, role="background"))
        else:
            parse.note(stretch)
            read_sentence(parse, stretch.words, False)


def _could_be_now(parse: ParseState, stretch: Stretch) -> bool:
    """Whether what was told can be done here and now, with things that are here."""
    trial = ParseState(replace(parse.scope))
    read_sentence(trial, stretch.words, False)
    kinds = parse.scope.nouns.kinds
    things = [thing for intent in trial.intents for thing in (*intent.objects, intent.tool, intent.recipient)]
    handled = [thing for thing in things if thing is not None and kinds.get(thing) != "place"]
    if parse.told_as_past and any(stake_of(parse.scope, one) > Stake.LITTLE for one in trial.intents):
        return False  # of a tale, no more than small things are done now
    return bool(trial.intents) and all(map(trial.scope.reach, handled))


def _which_is_meant(parse: ParseState) -> Clarify | None:
    """The question back where several things, or people, could be meant by an order."""
    if (
        parse.problem is None
        or parse.problem.reason not in ("which", "who")
        or parse.clause_reader.orders.last_verb is None
    ):
        return None
    names = [name_of(parse.scope.world, thing) for thing in parse.problem.choices[:MOST_CHOICES]]
    said = parse.clause_reader.orders.last_head[:1].upper() + parse.clause_reader.orders.last_head[1:]
    return Clarify("", tuple(f"{said} {name}" for name in names)) if len(names) > 1 else None


def _only_told(parse: ParseState) -> bool:
    """Whether there is nothing to do because the player only tells, thinks, or says what they do not do."""
    return bool(parse.clauses) and all(clause.role in IDLE | {"ooc", "undo"} for clause in parse.clauses)


def _is_idle_talk(parse: ParseState, unclear: Unclear) -> bool:
    """Whether a few words that were not followed name nothing and order nothing: "fine", "I deduce"."""
    words = unclear.about.split()
    if (
        unclear.reason != "not_understood"
        or not 0 < len(words) < FRAGMENT_WORDS
        or not _is_beside_the_rest(parse, words)
    ):
        return False
    return not any(stem(word) in parse.scope.nouns.by_stem for word in words)


def _is_beside_the_rest(parse: ParseState, words: list[str]) -> bool:
    """Whether something else was read in the same input, and no verb is among the words."""
    return bool(parse.intents) and not any(
        parse.scope.nouns.verbs.at_start(words[at:])[0] for at in range(len(words))
    )


def _comes_along_first(parse: ParseState) -> None:
    """Whoever is asked to come along on a walk is asked before it: "run up to the bell. Jory, come with me"."""
    walks = [at for at, one in enumerate(parse.intents) if one.verb in WALKING and one.role == "act"]
    here = parse.scope.state.present(parse.start)
    for at, intent in enumerate(parse.intents):
        asked = intent.verb == "recruit" and not {"me", "us"}.isdisjoint(intent.words.split())
        if walks and asked and at > walks[0] and not {*intent.objects}.isdisjoint(here):
            parse.intents.insert(walks[0], parse.intents.pop(at))
            parse.sure.insert(walks[0], parse.sure.pop(at))
            return


def _done_first(parse: ParseState) -> None:
    """What is to be done first with a thing comes before what is done with it: "put it back. But look at it first"."""
    for at in range(1, len(parse.intents)):
        before, intent = parse.intents[at - 1], parse.intents[at]
        shared = intent.objects and intent.objects == before.objects and before.role == intent.role == "act"
        if shared and intent.words.endswith(" first") and not before.words.endswith(" first"):
            parse.intents[at - 1 : at + 1] = [intent, before]
            parse.sure[at - 1 : at + 1] = [parse.sure[at], parse.sure[at - 1]]
            return


_BEFORE_A_WALK = re.compile(
    r"before (?:i )?(?:go|going|enter|entering|step|stepping|walk|walking|head|heading|climb|climbing|leave|leaving)\b"
)


def _done_before_a_walk(parse: ParseState) -> None:
    """What is done with one's own body "before going in" comes before the walk, wherever in the input it stands."""
    for clause, following in itertools.pairwise(parse.clauses):
        if following.role != "time" or _BEFORE_A_WALK.match(following.text) is None:
            continue
        said = [one.words.replace(" ,", ",") for one in parse.intents]
        at = next((n for n, words in enumerate(said) if words and clause.text.endswith(words)), 0)
        walked = max((n for n in range(at) if parse.intents[n].verb in WALKING), default=None)
        if walked is not None and _is_with_ones_body(parse.intents[at]):
            _walk_after(parse, walked, at)
            return
    for at, intent in enumerate(parse.intents):
        walked = max((n for n in range(at) if parse.intents[n].verb in WALKING), default=None)
        if walked is not None and intent.words.startswith("first ") and _is_with_ones_body(intent):
            deed = intent.words.removeprefix("first ")
            parse.intents[at] = intent.model_copy(update={"words": deed, "topic": deed[:120]})
            _walk_after(parse, walked, at)  # "go in, but first I wipe my feet"
            return


def _knock_before_entering(parse: ParseState) -> None:
    """Whoever goes to a room and knocks does so at its door, before they go in: "go to the hall, knock and go in"."""
    if all(one.verb != "knock" for one in parse.intents):
        return
    for at, intent in enumerate(parse.intents):
        to = intent.objects[0] if intent.verb == "go" and intent.objects and intent.role == "act" else ""
        if to not in parse.scope.world.locations or not parse.scope.world.locations[to].indoors:
            continue
        if _INSIDE.search(intent.words) is not None:
            continue  # "barge into his office, kick the door"
        begun = parse.scope.state.model_copy(update={"place": parse.start})
        walk = route(parse.scope.world, begun, to, through_unknown=True, through_shut=True) or [to]
        doors = {to, *[parse.start, *walk][-2:]}
        knock = next((n for n in range(at + 1, len(parse.intents)) if _knocks(parse.intents[n], doors)), None)
        if knock is None:
            continue
        then = parse.intents[knock + 1 : knock + 2]
        enters = any(_ENTERS.search(one.text) for one in parse.clauses) or any(one.direction == "in" for one in then)
        enters = enters or any(_is_done_with_somebody_in(parse, one, to) for one in parse.intents[knock + 1 :])
        beside = parse.intents[at + 1 : knock]
        after = parse.intents[knock + 1 + (then != [] and then[0].direction == "in") :]
        up_to = [intent.model_copy(update={"objects": (walk[-2],)})] if len(walk) > 1 else []
        at_door = parse.intents[knock].model_copy(update={"objects": (to,)})
        inside = [Intent(verb="go", objects=(to,), words=intent.words)] if enters else []
        sure = parse.sure
        sure[at:] = [
            *sure[at : at + 1] * len(up_to),
            *sure[at + 1 : knock + 1],
            *[1.0] * len(inside),
            *sure[len(sure) - len(after) :],
        ]
        parse.intents[at:] = [*up_to, *beside, at_door, *inside, *after]
        return


_INSIDE = re.compile(r"\b(?:into|inside|enter|barge|burst)\b")
_ENTERS = re.compile(r"\b(?:before|and|then) (?:i )?(?:go|going|step|stepping|walk|walking|come|coming) in\b|\benter")


def _is_done_with_somebody_in(parse: ParseState, intent: Intent, place: str) -> bool:
    people = parse.scope.state.characters
    return any(who in people and people[who].place == place for who in (*intent.objects, intent.recipient))


def _knocks(intent: Intent, doors: set[str]) -> bool:
    """Whether somebody knocks at no door in particular, or at one of these."""
    return intent.verb == "knock" and intent.role == "act" and set(intent.objects) <= doors


def _is_with_ones_body(intent: Intent) -> bool:
    return intent.verb == "express" or set(intent.objects) == {PLAYER}


def _walk_after(parse: ParseState, walked: int, at: int) -> None:
    """Move a walk behind what stands after it."""
    parse.intents.insert(at, parse.intents.pop(walked))
    parse.sure.insert(at, parse.sure.pop(walked))


_TO_KEEP = re.compile(
    r"(?:please )?(?:you )?(?:keep|hold|hold on to|hold onto|mind|guard|look after) (?:it|them|this|that|these)\b"
    r".*\b(?:till|until|while|for me|for now|for tonight|safe)\b"
)


def _given_to_keep(parse: ParseState) -> None:
    """What is said of a thing that is being handed over, for how long it is to be kept, asks for nothing more."""
    for at in range(1, len(parse.intents)):
        before, intent = parse.intents[at - 1], parse.intents[at]
        said = before.verb == "give" and intent.verb in SPEAKING and before.recipient in intent.objects
        if said and _TO_KEEP.match(intent.topic or ""):
            del parse.intents[at], parse.sure[at]
            return
        if said and _LENT.match(intent.topic or ""):
            parse.intents[at - 1] = before.model_copy(update={"words": f"{before.words} , {intent.words}"[:300]})
            del parse.intents[at], parse.sure[at]
            return


_LENT = re.compile(
    r"(?:that )?(?:i|it|he|she|they|you)\b(?: \w+){0,5} (?:want|need|have|get|return|bring|give) (?:it|them) back\b"
)


_WHOM = {"he": "him", "she": "her", "they": "them"}


def _laid_beside_a_sleeper(parse: ParseState, intent: Intent) -> Intent:
    """What is given to somebody asleep is laid beside them: nobody is woken for it."""
    who = intent.recipient
    if intent.verb not in ("give", "put") or who not in parse.scope.people or not intent.objects:
        return intent
    if not is_asleep(parse.scope.world, parse.scope.state, str(who)):
        return intent
    pronoun = parse.scope.world.characters[str(who)].pronoun
    where = f"beside {_WHOM.get(pronoun, pronoun)}"
    return intent.model_copy(update={"verb": "put", "recipient": None, "topic": where})


def _only_kept_still(intent: Intent) -> Intent:
    if intent.verb != "wait" or intent.minutes is not None or not _STILL.fullmatch(intent.words):
        return intent
    return Intent(verb="express", role="emote", topic=intent.words, words=intent.words)


_SHAM = re.compile(
    r"\b(?:pretend|feign|fake|act|play)(?:ing)? (?:(?:to|be|that|i|am|like|as|if|being) )*(?:asleep|sleep|sleeping)\b"
)
_AWAKE = re.compile(r"\b(?:stay|keep|remain|lie)(?:ing)? (?:wide )?awake\b|\bdo not (?:fall a)?sleep\b")
_LIES_DOWN = re.compile(r"(?:i )?(?:just )?(?:lie|lay) (?:down|back)\b")  # and then looks about
_TO_WATCH = re.compile(r"(?:just )?to (?:look|watch|listen|stare|gaze|think|see|hear|count|wait)\b")
_SLEEPS = re.compile(r"\b(?:sleep|asleep|nap|doze|snooze|kip)\b")


def _kept_awake(parse: ParseState) -> list[Intent]:
    """The intents; whoever only pretends to sleep, or means to stay awake, lies down and neither sleeps nor lies."""
    said = " . ".join(one.text for one in parse.clauses)
    awake = _SHAM.search(said) is not None or _AWAKE.search(said) is not None
    last = max((n for n, one in enumerate(parse.intents) if one.verb in PERCEIVE), default=-1)
    watching = [
        (n < last or _TO_WATCH.match(one.purpose) is not None) and _LIES_DOWN.match(one.words) is not None
        for n, one in enumerate(parse.intents)
    ]
    hidden = any(one.verb in ("hide", "sneak", *PERCEIVE) for one in parse.intents)
    for_show = _is_for_show(parse)
    return [
        _only_posed(one)
        if _is_posed(one, awake or watches)
        or _is_made_believe(one)
        or (hidden and _is_curled_up(one))
        or (for_show and one.verb == "deceive")
        else one
        for one, watches in zip(parse.intents, watching, strict=True)
    ]


_PUT_ON = frozenset({"wear", "express", "put", "wrap", "take"})


def _is_for_show(parse: ParseState) -> bool:
    """Whether a part is only played, with a face or a dress to it, and nothing is to come of it: no lie is told.

    "I put on the hat, pull a solemn face and pretend to be a bishop".
    """
    played = [one for one in parse.intents if one.verb == "deceive"]
    if len(played) != 1 or played[0].purpose or not _PLAYED.match(played[0].words):
        return False
    others = [one for one in parse.intents if one is not played[0]]
    dressed = bool(others) or parse.problem is not None
    return dressed and all(one.verb in _PUT_ON for one in others) and not parse.quoted


_PLAYED = re.compile(r"(?:i )?(?:pretend(?: to be| i am)?|play|act|mimic|imitate) (?:like |the |an? )")


def _is_curled_up(intent: Intent) -> bool:
    """Whether somebody makes themselves small behind something, to hide or to watch, and does not sleep."""
    return intent.verb == "sleep" and intent.minutes is None and _CURLED.match(intent.words) is not None


_CURLED = re.compile(r"(?:i )?(?:curl|huddle|hunch|lie|lay|tuck myself|squeeze)\b(?!.*\b(?:sleep|nap|doze)\b)")


_MAKES_BELIEVE = re.compile(
    r"(?:i )?pretend to (?!be |have |know|believe|agree|like|love|trust|understand|accept|care|not |want|remember)"
    r"\w+(?: \w+|$)"
)


def _is_made_believe(intent: Intent) -> bool:
    """Whether a deed is only gone through for show, and no lie is told: "pretend to tie my boot"."""
    return intent.verb == "deceive" and _MAKES_BELIEVE.match(intent.words) is not None


def _is_posed(intent: Intent, awake: bool) -> bool:
    if intent.verb == "deceive":  # "pretend to sleep", and "lie awake", which tells no lie
        return _SHAM.search(intent.words) is not None or _AWAKE.search(intent.words) is not None
    return (
        awake and intent.verb == "sleep" and intent.minutes is None and _SLEEPS.search(intent.words) is None
    )


def _only_posed(intent: Intent) -> Intent:
    lasts = intent.minutes or length_named(words_of(intent.words))
    return Intent(verb="express", role="emote", topic=intent.words[:120], words=intent.words, minutes=lasts)
