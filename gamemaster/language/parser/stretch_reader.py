"""Read one stretch of a sentence by its role: a deed, speech, a question, a gesture, or nothing to act on. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from gamemaster.language.clauses.clause_starts import Stretch
from gamemaster.language.clauses.durations import duration_of
from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.clauses.gates import verdict_of
from gamemaster.language.clauses.leave import leave_in, request_for
from gamemaster.language.clauses.main_clauses import SCOFFS
from gamemaster.language.clauses.meanwhile import shown_meanwhile
from gamemaster.language.clauses.outcomes import outcome_sought
from gamemaster.language.clauses.split import says_only_how, without_lead
from gamemaster.language.clauses.subjects import FIRST
from gamemaster.language.doubt import Stake, stake_of
from gamemaster.language.gm_address import asked_of_gm, is_for_people
from gamemaster.language.names.normalization import SPEECH, stem
from gamemaster.language.names.noun_index import name_words, resolve
from gamemaster.language.names.noun_phrases import Unclear, leading_person
from gamemaster.language.parser.conversation import read_utterance
from gamemaster.language.parser.parse_state import A_BIT, NAMED_FIT, ParseState, text_of
from gamemaster.language.parser.quotation_reader import is_bare_quotation, say_what_was_quoted
from gamemaster.language.parser.sentence_reader import done_meanwhile, read_joined_questions, read_sentence
from gamemaster.language.plain_orders import RESTS
from gamemaster.language.reading import IDLE, HeldBack
from gamemaster.language.tables.function_words import QUESTION_WORDS, UNTIL
from gamemaster.language.tables.verb_forms import is_gerund, plain_form
from gamemaster.language.talk.addressee import hearers_in
from gamemaster.language.talk.bewilderment import is_exclamation
from gamemaster.language.talk.direct_address import addressed_person
from gamemaster.language.talk.questions.elliptical import is_discourse, leaves_it_to_them
from gamemaster.language.talk.questions.gm_questions import gm_question, is_request
from gamemaster.language.talk.questions.questions_in_purposes import asked_by_purpose
from gamemaster.language.talk.questions.questions_put import ask, is_question, listener
from gamemaster.language.talk.refusals import assures
from gamemaster.language.talk.remarks import SPEAKING
from gamemaster.language.warming import read_warming
from gamemaster.rules.proposal import Intent
from worlds.verbs import META, PERCEIVE, WALK

# What one does and then keeps still: "hide behind a boat till dark" is hiding and waiting.
_KEPT_UP = frozenset("hide listen sit look examine sneak".split())
_WATCHING = frozenset({"watch", "observe", "guard"})
_WALKED = frozenset({"leave", "go", "come", "return", "move"})  # what nobody does within a few breaths
_UNTIL = UNTIL | {"for"}
# The roles that a clause may have been given which says what the player will not do.
_FORSWORN = frozenset({"act", "speech", "background", "thought", "negation"})
_UNTIL_THEY_WALK = 30  # minutes at most of waiting for somebody to come or go
_UNTIL_THEY_MOVE = 3  # minutes at most of waiting for what somebody here does: "until his back is turned"
_IF_I_DID = frozenset({("if", "i", "did"), ("if", "i", "have"), ("if", "we", "did"), ("if", "so")})
_WAY_ASKED = re.compile(
    r"how (?:do|can|could|would|should) (?:i|we) (?:get|go|come)\b.* (?:to|into|onto|back|up|down|out)\b"
)


def read_stretch(parse: ParseState, stretch: Stretch) -> None:
    """Read a stretch of a sentence: it becomes a clause, and what it does becomes intents."""
    if not is_bare_quotation(stretch.words):
        say_what_was_quoted(parse)
    if not parse.gesture and not stretch.asked and _read_reassurance(parse, stretch):
        return
    if is_discourse(stretch.words) or (parse.intents and leaves_it_to_them(stretch.words)):
        parse.note(replace(stretch, role="thought"))
        return
    if stretch.role == "question" and is_exclamation(stretch.words):
        stretch = replace(stretch, role="thought")
    if stretch.gate and _is_held_back(parse, stretch):
        return
    if stretch.role in IDLE:
        handled = any(intent.role == "act" and intent.objects for intent in parse.intents)
        of_it = stretch.role == "purpose" and stretch.words[:1] in (["it"], ["they"])  # "so it stops ticking"
        if (stretch.role != "negation" or not handled) and not of_it:
            parse.mention(stretch.words)  # "take the bowl, don't touch the spoon, carry it out": the bowl
        if stretch.role in ("background", "thought") and read_utterance(parse, stretch):
            return
        parse.note(stretch)
        if stretch.role == "time" and parse.clauses[-2:-1] and parse.clauses[-2].role == "act":
            _measure(parse, stretch.words)
        elif stretch.role == "condition" and tuple(stretch.words) in _IF_I_DID and parse.intents:
            parse.intents.pop()  # "I would like to mend it if I did": a wish, which waits for an answer
            parse.sure.pop()
        elif stretch.role == "purpose" and _says_where_to(parse, stretch.words):
            pass
        elif stretch.role == "purpose" and _is_the_errand(parse, stretch.words):
            parse.intents.pop()
            parse.sure.pop()
            read_sentence(parse, stretch.words[1:], asked=False)
        elif stretch.role == "purpose" and _is_sought_there(parse, _without_that(stretch.words)):
            read_sentence(parse, _as_perceived(_without_that(stretch.words)), asked=False)
        elif stretch.role == "manner" and _looks_about(parse, stretch.words):
            parse.add([Intent(verb="search")], stretch.words)
        elif stretch.role == "manner" and (
            _puts_up_a_stake(parse, stretch.words) or done_meanwhile(parse, stretch.words)
        ):
            pass
        elif _says_what_for(parse, stretch):
            words = text_of(stretch.words)
            meant: dict[str, object] = {
                "purpose": (words if stretch.role == "purpose" else f"as {words}")[:300]
            }
            if parse.intents[-1].verb == "wait" and outcome_sought(parse.scope, words):
                meant["minutes"] = _UNTIL_THEY_MOVE  # "wait to see whether anybody knocks back"
            parse.intents[-1] = parse.intents[-1].model_copy(update=meant)
            _ask_what_is_sought(parse, stretch)
        elif stretch.role == "purpose":
            _ask_what_is_sought(parse, stretch)
    elif stretch.role == "ooc":
        parse.note(stretch)
    elif stretch.doubtful:
        parse.doubtful.append(stretch)
    elif stretch.role == "emote" and says_only_how(stretch.words):
        parse.note(replace(stretch, role="manner"))  # "ask Mara about the mill (nicely)"
    elif stretch.role == "emote":
        parse.note(stretch)
        shown = Intent(verb="express", role="emote", topic=text_of(stretch.words)[:120])
        if is_gerund(stretch.words[0]):  # "dropping onto a chair and stretching my legs"
            shown = shown_meanwhile(parse.scope, stretch.words) or shown
        parse.add([read_warming(parse.scope, stretch.words) or shown], stretch.words)
    elif SPEECH in stretch.words:
        parse.note(stretch)
        parse.quoted.append(stretch.words)
    elif (
        parse.for_gm
        and is_question(stretch.words)
        and (asked := asked_of_gm(parse.scope, stretch.words, addressed=True))
    ):
        parse.note(replace(stretch, role="question"))
        for one in asked:
            parse.add([one], one.words.split(), whole=True)
    elif stretch.asked and parse.scope.people and is_request(stretch.words):
        parse.note(replace(stretch, role="speech"))
        _ask(parse, stretch.words)
    elif stretch.role == "speech" and _is_only_said(parse, stretch.words) and parse.partners():
        parse.note(stretch)
        parse.add(
            [ask(parse.scope, listener(parse.scope, stretch.words), stretch.words, "tell")], stretch.words
        )
    elif is_question(stretch.words) and (named := _asked_by_name(parse, stretch.words)) is not None:
        parse.note(replace(stretch, role="speech"))
        if not read_joined_questions(parse, *named):
            parse.add([ask(parse.scope, *named)], stretch.words)
    elif (stretch.role == "question" or is_question(stretch.words)) and (
        question := gm_question(parse.scope, stretch.words)
    ):
        parse.note(replace(stretch, role="question"))
        parse.add([_put_to_listener(parse, question, stretch.words)], stretch.words)
    else:
        parse.note(stretch)
        before = len(parse.intents)
        read_sentence(parse, stretch.words, stretch.asked)
        bare = stretch.asked and not parse.scope.nouns.verbs.at_start(without_lead(stretch.words))[0]
        rests = any(intent.verb in RESTS for intent in parse.intents[before:])
        if stretch.role == "question" and (rests or bare or stretch.words[0] in QUESTION_WORDS):
            _only_ask(parse, before, stretch.words)


def _puts_up_a_stake(parse: ParseState, words: list[str]) -> bool:
    """Whether a bet is offered meanwhile to whoever hears it: "I call heads, betting him my hat against his"."""
    if words[0] not in _BETTING or not parse.partners() or len(words) < len(("betting", "him", "that")):
        return False
    bet = ["i", "bet", *words[1:]]
    who = listener(parse.scope, bet)
    told = Intent(verb="tell", objects=(who,), topic=text_of(bet)[:120], role="speech", force="bet")
    parse.add([told], bet, whole=True)
    return True


_BETTING = frozenset({"betting", "wagering", "staking"})


def _is_only_said(parse: ParseState, words: list[str]) -> bool:
    """Whether words that somebody hears order nothing: "you are late", "I owe you two months' pay", "love, my foot"."""
    ordered = without_lead(words[words[0] in FIRST :])
    known = bool(ordered) and bool(parse.scope.nouns.verbs.at_start(ordered)[0])
    return words[0] in ("you", "whoever") or (
        not known and (tuple(words[-2:]) in SCOFFS or words[0] in FIRST)
    )


def _is_held_back(parse: ParseState, stretch: Stretch) -> bool:
    """Whether a deed waits for its condition, or is left since that does not hold: it is noted, and not done."""
    if stretch.role == "act" and _asks_leave_first(parse, stretch):
        return True
    verdict = verdict_of(parse.scope, stretch)
    if verdict in ("so", "unknown"):
        return False
    if _is_vowed(parse, stretch):
        return True
    parse.note(replace(stretch, role="thought", gate=()))
    parse.mention(["", *stretch.words])  # "… take the key, otherwise ask him for it"
    if stretch.either:
        return True
    parse.held_back = parse.held_back or HeldBack(
        text_of(list(stretch.gate)), text_of(stretch.words), verdict == "not_so"
    )
    return True


def _is_vowed(parse: ParseState, stretch: Stretch) -> bool:
    """Whether what one will do later is said to whoever was asked for something just before: their word on it.

    "Can I borrow the spear, Ragnhild? I'll give it back in the morning."
    """
    before = parse.intents[-1] if parse.intents else None
    if before is None or before.verb not in SPEAKING or before.objects[:1] != (parse.partner(),):
        return False
    if stretch.words[0] not in FIRST or stretch.words[1:2] not in (["will"], ["shall"]):
        return False
    vow = [*stretch.words, *stretch.gate]
    parse.note_words(vow, "speech")
    given = Intent(verb="promise", objects=before.objects, topic=text_of(vow)[:110], force="promise")
    parse.add([given.model_copy(update={"role": "speech"})], vow)
    return True


def _asks_leave_first(parse: ParseState, stretch: Stretch) -> bool:
    """Whether a deed hangs on somebody's leave: who is here is asked for it, and the deed waits."""
    leave = leave_in(parse.scope, list(stretch.gate))
    if leave is None:
        return False
    if leave.who is None or any(one.verb == "ask" and leave.who in one.objects for one in parse.intents):
        parse.note(replace(stretch, role="thought", gate=()))
        parse.held_back = parse.held_back or HeldBack(
            text_of(list(stretch.gate)), text_of(stretch.words), False
        )
        return True
    ask_leave(parse, stretch.words, leave.who)
    return True


def ask_leave(parse: ParseState, deed: list[str], who: str = "") -> None:
    """Ask somebody here, or whoever answers for the place, whether a deed is allowed: "may I take a torch"."""
    request = request_for(deed)
    parse.note_words(request, "speech")
    parse.add([ask(parse.scope, who or listener(parse.scope, request), request)], request)


def _only_ask(parse: ParseState, first: int, words: list[str]) -> None:
    """What asks where or how one might do a deed does not do it: "where can I sleep" is put to who is there."""
    idle = PERCEIVE if words[0] in QUESTION_WORDS else (*PERCEIVE, *META)
    done = [one for one in parse.intents[first:] if one.verb not in idle]
    if any(stake_of(parse.scope, one) > Stake.NOTHING for one in done):
        del parse.intents[first:], parse.sure[first:]
        if parse.scope.people:
            _ask(parse, words)
        else:
            parse.add([Intent(verb="inform", role="question", topic="known")], words, whole=True)


def _asked_by_name(parse: ParseState, words: list[str]) -> tuple[str, list[str]] | None:
    """Whoever here is asked by name, after a comma, or who is talked with and asked for a way; and what."""
    named = addressed_person(parse.scope, words)
    if named is not None and named[0] in parse.partners() and len(named[1]) > 1 and "," in words:
        return named
    partner = parse.partner()
    if (
        partner is None
        or _WAY_ASKED.match(" ".join(words)) is None
        or gm_question(parse.scope, words) is not None
    ):
        return None
    return partner, words


def _read_reassurance(parse: ParseState, stretch: Stretch) -> bool:
    """Whether whoever hears it is told what the player has no mind to do to them; alone it is only said."""
    if stretch.role not in _FORSWORN or not assures(parse.scope, stretch.words):
        return False
    if hearers_in(parse.scope):
        who, said = addressed_person(parse.scope, stretch.words) or (
            listener(parse.scope, stretch.words),
            stretch.words,
        )
        parse.note(replace(stretch, role="speech"))
        parse.add([ask(parse.scope, who, said, "tell")], stretch.words)
    else:
        parse.note(replace(stretch, role="negation"))
    return True


def _says_where_to(parse: ParseState, words: list[str]) -> bool:
    """Whether a purpose names the end of a walk that had only a direction: "go down to find Jory in the store"."""
    last = parse.intents[-1] if parse.intents else None
    at = max((n for n, word in enumerate(words) if word in ("in", "at", "from")), default=0)
    if last is None or last.verb != "go" or last.direction is None or not at:
        return False
    found = resolve(parse.scope, words[at + 1 :], frozenset({"place"}), frozenset({"place"}))
    if found is None or found.fit < NAMED_FIT or found.thing in (parse.scope.state.place, *last.objects):
        return False
    parse.intents[-1] = last.model_copy(update={"objects": (found.thing,)})
    parse.scope.walk_to(found.thing)
    return True


def _is_the_errand(parse: ParseState, words: list[str]) -> bool:
    """Whether a walk is to nowhere but whoever is looked for: "now I go to find the smith"."""
    last = parse.intents[-1] if parse.intents else None
    if last is None or last.verb != "go" or last.objects or last.direction or words[:1] != ["to"]:
        return False
    meant = parse.scope.nouns.verbs.at_start(words[1:])[0][:1]
    return meant in (("search",), ("talk",)) and words[-1] not in _UNNAMED


def _is_sought_there(parse: ParseState, words: list[str]) -> bool:
    """Whether a purpose is what the player perceives when the deed is done: "go to the shore to look for tracks".

    So it is after a posture, even in one word: "lie down on the ice to listen".
    """
    last = parse.intents[-1] if parse.intents else None
    if words[:2] == ["i", "can"] and words[2:3] != [] and words[2] in _PERCEIVED:
        named = words[-1] not in _UNNAMED and (len(words) > len(("i", "can", "see")) + 1 or words[2] == "listen")
        return last is not None and last.role in ("act", "emote") and named
    if last is None or words[:1] != ["to"] or not (last.verb == "express" or (last.verb == "go" and last.objects)):
        return False
    meant = parse.scope.nouns.verbs.at_start(words[1:])[0][:1]
    shortest = len(("to", "listen")) if last.verb == "express" else len(("to", "look", "around"))
    named = words[-1] not in _UNNAMED  # "go up to find them"
    return bool(meant) and meant[0] in _SOUGHT_AT_THE_END and len(words) >= shortest and named


_PERCEIVED = {"listen": ["listen"], "hear": ["listen", "to"], "see": ["look", "at"], "look": ["look"]}


def _without_that(words: list[str]) -> list[str]:
    """A purpose without the word that opens it: "that I can hear them"."""
    return words[words[:1] == ["that"] :]


def _as_perceived(words: list[str]) -> list[str]:
    """A purpose as the look or the listening that it is: "that I can see the roof" as "look at the roof"."""
    return [*_PERCEIVED[words[2]], *words[3:]] if words[:2] == ["i", "can"] else words[1:]


def _looks_about(parse: ParseState, words: list[str]) -> bool:
    """Whether somebody walks about for what there may be to find: "walk round it, looking for anything moved"."""
    shown = bool(parse.intents) and parse.intents[-1].verb == "express"
    if not shown or words[:1] not in (["looking"], ["searching"], ["checking"]) or words[1:2] != ["for"]:
        return False
    return len(words) > 2 and resolve(parse.scope, words[2:]) is None


_UNNAMED = frozenset({"it", "him", "her", "them"})
_SOUGHT_AT_THE_END = frozenset({"search", "listen", "examine"})


def _says_what_for(parse: ParseState, stretch: Stretch) -> bool:
    """Whether a stretch says what the deed before it is for: a purpose, or what it is to look like."""
    if not parse.intents or parse.intents[-1].role != "act":
        return False
    seeming = stretch.words[0] in ("if", "though") and len(parse.clauses) > 1
    seeming = seeming and _NOT_OF_A_THING.isdisjoint(stretch.words[1:2])  # "as if nothing had happened"
    before = parse.clauses[-2] if seeming else None
    return stretch.role == "purpose" or (
        before is not None and (before.role, before.text) == ("manner", "as")
    )


_NOT_OF_A_THING = frozenset({"nothing", "everything", "i", "we", "there"})


def _ask_what_is_sought(parse: ParseState, stretch: Stretch) -> None:
    """What a look or a walk is to find out, as a question of its own: "look round to see who is in charge"."""
    last = parse.intents[-1] if parse.intents else None
    looked = last is None or last.verb in (*PERCEIVE, *WALK, "express")
    found = asked_by_purpose(parse.scope, stretch.words) if stretch.role == "purpose" and looked else None
    if found is None or outcome_sought(parse.scope, text_of(stretch.words)) is not None:
        return
    out = ["out", "there"] if last is not None and last.verb == "examine" and found[0].topic == "people" else []
    if out and last is not None:  # "look through the window to see who is in the hall"
        parse.intents[-1] = last.model_copy(update={"purpose": text_of([*stretch.words, *out])[:300]})
    parse.add([found[0]], [*found[1], *out], whole=True)


def _put_to_listener(parse: ParseState, question: Intent, words: list[str]) -> Intent:
    """A question on what somebody said is for the one who was just spoken to: "Thank you. What did he mean?".

    Whoever was just greeted is asked what anybody may answer: "Hi. What is going on here?".
    """
    before = parse.intents[-1] if parse.intents else None
    if before is None or before.verb not in SPEAKING or not before.objects:
        return question
    who = before.objects[0]
    if before.verb == "ask" and question.objects == (who,) and _is_of_others(parse, who, words):
        return ask(parse.scope, who, words)
    if question.topic != "heard" and not (before.verb == "talk" and is_for_people(question)):
        return question
    return (
        ask(parse.scope, who, words)
        if who in parse.scope.people and who not in question.objects
        else question
    )


def _is_of_others(parse: ParseState, who: str, words: list[str]) -> bool:
    """Whether a question in one breath with one to somebody is after "they", and not after that one by name."""
    person = parse.scope.world.characters[who]
    called = {word for name in (person.name, *person.aliases) for word in name_words(name)}
    return not _OTHERS.isdisjoint(words) and called.isdisjoint(words) and person.pronoun not in _OTHERS


_OTHERS = frozenset({"they", "them", "their"})


def _ask(parse: ParseState, words: list[str]) -> None:
    try:
        parse.add([ask(parse.scope, listener(parse.scope, words), words)], words)
    except Unclear as unclear:
        parse.fail(unclear)


def _measure(parse: ParseState, words: list[str]) -> None:
    """How long the deed before these words lasts; what is no waiting itself is followed by a wait."""
    duration = duration_of(parse.scope.world, parse.scope.state, words) if words[0] in _UNTIL else None
    if duration is None or not parse.intents or parse.intents[-1].role != "act":
        return
    last = parse.intents[-1]
    if last.verb in RESTS:
        named = leading_person(parse.scope, words[1:])[0]
        sought = outcome_sought(parse.scope, text_of(words), parse.scope.focus.get("it"))
        theirs_here = bool(parse.scope.people) and not _PEOPLE.isdisjoint(words[1:4])
        soon = duration.event and (named in parse.scope.people or sought is not None or theirs_here)
        soon = soon and not any(plain_form(word, _WALKED) in _WALKED for word in words)
        theirs = (
            _UNTIL_THEY_MOVE
            if soon
            else _UNTIL_THEY_WALK
            if duration.event and (named or words[1:2] == ["it"])
            else duration.minutes
        )
        if words[1:2] == ["my"] and not BODY.isdisjoint(map(stem, words[2:3])):
            theirs = A_BIT  # "till my eyes get used to the dark", "till my breath comes back"
        minutes = min(duration.minutes, theirs)
        watched = {"purpose": text_of(words)[:300]} if soon and sought is not None else {}
        if duration.event and last.verb == "wait" and named is not None and named not in parse.scope.people:
            watched["recipient"] = named
        if not last.objects and (bed := _slept_in(parse, words)) is not None:
            last = last.model_copy(update={"objects": (bed,)})
        parse.intents[-1] = last.model_copy(update={"minutes": minutes, **watched})
    elif last.verb in _KEPT_UP and not (duration.event and _is_gaze(last)):
        # What may never come is not listened for half an hour: "listen until something knocks".
        heard = duration.event and last.verb == "listen"
        parse.add([Intent(verb="wait", minutes=min(duration.minutes, A_BIT) if heard else duration.minutes)], words)


# Whoever is called so is somebody who is here: "wait until the kid gets curious".
_PEOPLE = frozenset(
    """he she they his her their kid boy girl child lad lass man woman fellow lady guy old others crowd customer guard
    clerk keeper smith cook people folk everyone everybody""".split()
)


def _slept_in(parse: ParseState, words: list[str]) -> str | None:
    """The place that is named after the hour: "sleep till midnight in the hayloft"."""
    at = max((n for n, word in enumerate(words) if word in ("in", "at", "on")), default=0)
    found = resolve(parse.scope, words[at + 1 :], frozenset({"place"}), frozenset({"place"})) if at else None
    return found.thing if found is not None and found.fit >= NAMED_FIT else None


def _is_gaze(intent: Intent) -> bool:
    """Whether it is a look that somebody is given, which takes no time, and no watch that is kept."""
    return intent.verb in ("look", "examine") and _WATCHING.isdisjoint(intent.words.split())
