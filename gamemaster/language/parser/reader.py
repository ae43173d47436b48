"""Read one piece of an input, sentence by sentence. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from gamemaster.language.clauses.bare_retractions import with_part_spared
from gamemaster.language.clauses.clause_starts import Stretch
from gamemaster.language.clauses.exclusions import without_what_is_excluded
from gamemaster.language.clauses.expressions import is_expression
from gamemaster.language.clauses.idle_phrases import idle_head
from gamemaster.language.clauses.leave import is_bare_leave, with_leave_asked
from gamemaster.language.clauses.retractions import after_taking_back, put_instead, with_retractions_joined
from gamemaster.language.clauses.roles import stretches
from gamemaster.language.clauses.split import says_only_how, sentences, without_lead
from gamemaster.language.clauses.subjects import FIRST, person_of
from gamemaster.language.gestures.concealment import with_secrecy, without_rider
from gamemaster.language.gm_address import is_halted_to_ask_who, with_one_question_word, without_address
from gamemaster.language.names.normalization import SPEECH, plain, words_of
from gamemaster.language.names.noun_index import resolve
from gamemaster.language.names.noun_phrases import Unclear, leading_person
from gamemaster.language.names.rule_phrases import rule_named
from gamemaster.language.parser.afterthoughts import (
    read_addition,
    read_after_echo,
    read_answer_given,
    read_call_to_wait,
    read_correction,
    read_declining,
    read_follow_up,
    read_further_question,
    read_pressing,
    read_reason,
    with_same_hearer,
    with_speech_joined,
)
from gamemaster.language.parser.coin_flips import SIDES_OF_A_COIN, read_coin_flip
from gamemaster.language.parser.contrivances import Contrivance, contrivance_in
from gamemaster.language.parser.conversation import (
    read_speech,
    read_speech_beside_gesture,
    read_statement,
    with_beast_meant,
    with_person_spoken_of,
)
from gamemaster.language.parser.foreseen_sentences import read_foreseen, read_foreseen_whole
from gamemaster.language.parser.gm_sentences import (
    read_bewilderment,
    read_gm_question,
    read_hypothetical,
    read_question_of_name,
    read_word_to_gm,
)
from gamemaster.language.parser.heartfelt_sentences import read_from_the_heart
from gamemaster.language.parser.offers import (
    read_charges,
    read_exchange,
    read_offer,
    read_request,
    read_share,
    without_acceptance,
)
from gamemaster.language.parser.parse_state import FRAGMENT_WORDS, ParseState, text_of
from gamemaster.language.parser.quotation_reader import say_what_was_quoted
from gamemaster.language.parser.reported_terms import with_terms_apart
from gamemaster.language.parser.sentence_reader import is_in_passing
from gamemaster.language.parser.sentence_splitting import (
    sentences_of,
    with_mention,
    without_call_for_ears,
    without_politeness,
)
from gamemaster.language.parser.stretch_reader import ask_leave, read_stretch
from gamemaster.language.parser.unquoted_speech import (
    is_all_for_tomorrow,
    is_saying,
    is_told_to_oneself,
    read_called_in_vain,
    read_called_sir,
)
from gamemaster.language.reading import Clause, Role
from gamemaster.language.tables.function_words import DETERMINERS, DIRECTIONS, PREPOSITIONS, SECOND_PERSON
from gamemaster.language.talk.addressee import can_answer_in
from gamemaster.language.talk.bewilderment import (
    is_only_filler,
    is_outcry,
    undoes_first,
    wants_it_back,
    without_oath,
)
from gamemaster.language.talk.corrections import (
    thing_meant,
    wants_it_otherwise,
    without_meaning,
    without_startle,
    without_the_other,
)
from gamemaster.language.talk.direct_address import addressed_person
from gamemaster.language.talk.offerings import hands_over
from gamemaster.language.talk.pressing import question_held_to
from gamemaster.language.talk.questions.gm_questions import weighs_own_deed
from gamemaster.language.talk.questions.questions_put import is_question
from gamemaster.language.talk.refusals import accepted_echoes, refused_echoes
from gamemaster.language.talk.remarks import said_to
from gamemaster.language.talk.together import walk_together
from gamemaster.language.talk.unseen_hearers import hailed_unseen
from gamemaster.language.walks.movement import read_heading
from gamemaster.rules.proposal import Intent
from worlds.verbs import META, PERCEIVE, SPEAK, WALK


def read_piece(
    parse: ParseState,
    tokens: list[str],
    said: list[str],
    *,
    kind: Literal["plain", "gesture", "beside"] = "plain",
    respelt: frozenset[str] = frozenset(),
) -> None:
    """Read one piece of the input: a `gesture` stood between stars, or `beside` one. `respelt`: put right."""
    gesture = kind == "gesture"
    parse.clause_reader.said, parse.gesture, parse.respelt = said, gesture, respelt
    parse.length = len(tokens)
    parse.narrated = "i" in tokens and "." in tokens
    parse.staked = not SIDES_OF_A_COIN.isdisjoint(tokens)
    parse.unread = parse.unread or " ".join(tokens)[:80]
    if kind == "plain" and read_foreseen_whole(parse, tokens):
        return
    tokens = with_one_question_word(tokens)
    told = with_terms_apart(parse.scope, sentences_of(parse, tokens)) if not gesture else sentences_of(parse, tokens)
    told = with_leave_asked(parse.scope, accepted_echoes(parse.scope, told))
    if kind == "plain" and read_called_in_vain(parse, told):
        return
    if kind == "plain" and (hail := hailed_unseen(parse.scope, told)) is not None:
        called, words = hail
        parse.note_words(words, "speech")
        parse.add([Intent(verb="call", topic=text_of(words)[:110])], words, whole=True)
        told = told[called:]
    # "Are the bells still ringing? And is it crowded, GM?": all that is asked in one breath is asked of them.
    called_on = bool(told) and all(asked for _, asked in told) and without_address(told[-1][0])[0]
    echoes = refused_echoes(parse.scope, told)
    begun, beside = (0, 0, 0), (0, 0, 0)
    for at, (sentence, asked) in enumerate(told):
        beside, begun = begun, (len(parse.intents), len(parse.clauses), len(parse.quoted))
        parse.clause_reader.orders.last_verb = None
        words = with_retractions_joined(
            parse.scope, without_politeness(parse.scope, with_mention(parse, without_oath(sentence)))
        )
        if at + 1 < len(told) and not parse.intents and _is_startled(words) and is_question(told[at + 1][0]):
            parse.note_words(words, "thought")  # "wait what. where am I": what is asked comes after it
            continue
        words = without_startle(parse.scope, words)
        taken_back = (
            bool(at) and after_taking_back(words) is not None
        )  # "… no, leave it" undoes the order before it
        idle = None if gesture or taken_back else idle_head(parse.scope, words)
        if idle is not None:
            kind_of_it, words = idle
            if not words:
                parse.note_words(sentence, "negation" if kind_of_it == "letting_be" else "thought")
                continue
        asks_next = is_question(words[2:]) or words[2:4] == ["will", "you"]
        words = words[2:] if words[:2] in _DRAWN_BREATH and asks_next else words
        if not gesture and read_bewilderment(parse, words):
            continue
        if at and (_goes_on_asking(parse, told[at - 1], words) or _asks_on(parse, words, asked)):
            parse.note_words(sentence, "question")
            continue
        if at and words == ["wait"] and addressed_person(parse.scope, [*told[at - 1][0], ",", *words]) is not None:
            parse.note_words(words, "thought")  # "Ulf! Wait.": he is to wait, and nobody else does
            continue
        if parse.hailed and read_call_to_wait(parse, words):
            continue
        if not gesture and not asked and read_declining(parse, words):
            continue
        if not asked and (is_told_to_oneself(words) or is_all_for_tomorrow(words)):
            parse.note_words(words, "thought")
            continue
        if not gesture and is_saying(words):
            parse.note_words(words, "speech" if parse.partners() else "thought")
            if hearers := parse.partners():
                parse.add([said_to(parse.scope, parse.partner() or hearers[0], words)], words, whole=True)
            continue
        if at and _hangs_on_their_answer(parse, words):
            parse.note_words(words, "speech")
            parse.add([said_to(parse.scope, parse.intents[-1].objects[0], words)], words, whole=True)
            continue
        if at in echoes:
            parse.note_words(sentence, "negation")
            continue
        instead = after_taking_back(words)
        if instead is not None and at and _is_put_right(told[at - 1][0]):
            parse.note_words(sentence, "thought")  # "put it back. just kidding": the jest was before it
            continue
        opened = (
            instead is not None and at > 0 and words[0] not in ("jk", "just")
        )  # said to somebody, that too
        if instead is None and at and not told[at - 1][1] and any(one.role == "act" for one in parse.intents):
            instead = put_instead(parse.scope, words)
        undone = undoes_first(words) if instead is None else wants_it_back(instead, talking=True)
        undone = undone or (instead is not None and undoes_first(instead))
        if (undone or instead == []) and at == 0:
            role: Role = "undo" if undone or len(told) == 1 else "negation"
            parse.clauses.append(Clause(text_of(sentence)[:300], role))
            continue
        if undone or instead is not None:
            parse.take_back(
                *(beside[:2] if opened else ())
            )  # of this very turn, in which nothing was done yet
            if opened:
                _leave_unsaid(parse, beside[2], sum(one.count(SPEECH) for one, _ in told[at:]))
            words = instead or []
            if undone or not words:
                continue
        words = words if asked else with_part_spared(parse.scope, words)
        if kind == "beside" and read_speech_beside_gesture(parse, words, asked):
            continue
        if not gesture:
            if _read_bare_leave(parse, words):
                continue
            addressed, words = without_address(words)
            addressed = addressed or (at == 0 and is_halted_to_ask_who(tokens))
            called_on = called_on or (parse.for_gm and (asked or is_question(words)))
            called_on = addressed or (called_on and addressed_person(parse.scope, words) is None)
            beside_speech = _is_beside_speech(parse, tokens, words, asked)
            apart = called_on or beside_speech
            if beside_speech:
                say_what_was_quoted(parse)  # what was said before is answered before
            asks_more = len(told) > 1 and any(one or is_question(said) for said, one in told)
            if words and called_on and read_word_to_gm(parse, words, beside_questions=asks_more):
                continue
            if (held_to := question_held_to(words)) != words:
                words, asked = held_to, True
            if words and not apart and not asked and _is_exclaimed(parse, told, at, words):
                parse.note_words(words, "thought")  # "God it's cold. I pull my collar up", "poor thing"
                continue
            if words and not apart and read_pressing(parse, words):
                continue
            if words and asked and not apart and hands_over(words) and read_offer(parse, words, asked):
                continue  # "could you hold my knife?"
            if words and not apart and read_foreseen(parse, words, asked):
                continue
            if words and not apart and read_answer_given(
                parse, words, asked, any(put for _, put in told[at + 1 :])
            ):
                continue
            if words and not apart and read_after_echo(parse, words):
                continue
            if (
                words
                and not apart
                and read_follow_up(parse, words, asked, next(iter(told[at + 1 : at + 2]), None))
            ):
                continue
            if words and asked and not apart and read_further_question(parse, words):
                continue
            words = without_acceptance(words)
            if words and not apart and read_from_the_heart(parse, words, asked):
                continue
            if words and not apart and not asked:
                words = walk_together(parse.scope, words)
            if words and not asked and (read_share(parse, words) or read_charges(parse, words)):
                continue
            if words and is_question(words) and weighs_own_deed(words) and read_gm_question(parse, words, True):
                continue
            if words and not apart and (read_exchange(parse, words) or read_request(parse, words)):
                continue
            if words and not apart and not asked and read_reason(parse, words):
                continue
            if words and at == 0 and wants_it_otherwise(parse.scope, words):
                parse.clauses.append(Clause(text_of(sentence)[:300], "undo"))
                continue
            words = with_person_spoken_of(parse, words) if words and not called_on else words
            words = with_beast_meant(parse, words) if words and asked else words
            words = without_the_other(parse.scope, without_meaning(parse.scope, words))
            words = words if asked else without_what_is_excluded(parse.scope, words)
            if words and not apart and read_correction(parse, words, asked):
                continue
            words = thing_meant(parse.scope, words) if words and not asked and not called_on else words
            if words and read_question_of_name(parse, words):
                continue
            if words and not apart and read_called_sir(parse, words):
                continue
            if not words or read_hypothetical(parse, words) or read_gm_question(parse, words, apart):
                continue
        if at and says_only_how(words):
            parse.note_words(words, "manner")  # "I shout! As loud as I can"
            continue
        observed = parse.narrated or words[:2] in _NOTHING_BUT
        if observed and not asked and _is_fragment(parse, words):
            parse.note_words(words, "thought")
            parse.mention(["", *words])
            continue
        words = without_call_for_ears(parse, words) if not gesture else words
        words, unseen = (words, "") if asked or _is_told(parse, words) else _with_rider_noted(parse, words)
        if SPEECH not in words and (read_coin_flip(parse, words) or read_offer(parse, words, asked)):
            continue
        if SPEECH not in words and not gesture and read_speech(parse, words, asked):
            continue
        if not gesture and read_addition(parse, words, asked):
            continue
        contrived = None if gesture or asked else contrivance_in(parse.scope, words)
        if contrived is not None:
            _read_contrivance(parse, contrived)
            continue
        stretches = _stretches_of(parse, words, asked)
        if not gesture and not asked and read_statement(parse, words, stretches):
            continue
        _read_stretches(parse, stretches)
        if unseen:
            _keep_unseen(parse, begun[0], unseen)
    say_what_was_quoted(parse)
    if called_on and _is_only_for_gm(parse, tokens):
        parse.problem, parse.intents, parse.sure = None, [], []
        parse.clauses = [Clause(text_of(tokens)[:300], "ooc")]  # a word to the Game Master: "nice one, gm"
    elif called_on and not parse.intents and not parse.clauses:
        parse.add([Intent(verb="inform", role="question", topic="goal")], [], whole=True)


def _is_told(parse: ParseState, words: list[str]) -> bool:
    """Whether a sentence is for somebody's ears, or a question: what is done in it is no deed of the player's."""
    order = without_lead(words[words[0] in FIRST :])
    said = parse.scope.nouns.verbs.at_start(order)[0][:1]
    asks = is_question(words) and words[0] != "when"
    return asks or said in _TOLD or addressed_person(parse.scope, words) is not None


_SILENT = frozenset({"talk", "kiss", "thank", "trade"})  # some of which, as "swap", is done with the hands
_TOLD = tuple((verb,) for verb in SPEAK if verb not in _SILENT)  # "wink at her" is for no ears


def _with_rider_noted(parse: ParseState, words: list[str]) -> tuple[list[str], str]:
    """The words without a rider that says from whom the deeds in them are to be kept, and who that is."""
    rest, rider, who = without_rider(parse.scope, words)
    if who:
        parse.note_words(rider, "purpose")
    return rest, who


def _keep_unseen(parse: ParseState, first: int, who: str) -> None:
    """The deeds from one on are to be kept from somebody's eyes; a walk is a sneaking one."""
    for at, one in enumerate(parse.intents[first:], first):
        if one.verb == "tell" and one.topic == one.words:  # by a verb that no list has: nobody is told what is hidden
            one = Intent(verb="express", role="emote", topic=one.words[:120], words=one.words)
        if one.verb in ("go", "climb") and one.role == "act":
            parse.intents[at] = one.model_copy(update={"verb": "sneak"})
        elif one.role in ("act", "emote") and (one.verb not in _UNHEARD or _is_of_a_thing(parse, one)):
            parse.intents[at] = one.model_copy(update={"purpose": with_secrecy(one.purpose, who)})


def _is_of_a_thing(parse: ParseState, one: Intent) -> bool:
    """Whether what is sneaked is a thing, and nobody goes anywhere: "slide the mug behind the others"."""
    kinds = {parse.scope.nouns.kinds.get(thing) for thing in one.objects}
    return one.verb == "sneak" and bool(kinds) and kinds <= {"item", "feature"}


_UNHEARD = frozenset({*SPEAK} - {"trade"} | {*WALK, *META, "hide", "sneak", "wait", "sleep", "call", "inform"})


def _read_stretches(parse: ParseState, stretches: list[Stretch]) -> None:
    heard = list(with_same_hearer(parse, with_speech_joined(parse, stretches)))
    for n, stretch in enumerate(heard):
        parse.in_passing = any(is_in_passing(one.words) for one in heard[n + 1 : n + 2])
        read_stretch(parse, stretch)


def _read_contrivance(parse: ParseState, contrived: Contrivance) -> None:
    """Read a sentence by what stands before a contrivance in it, the contrivance, and what comes after."""
    if contrived.before:
        _read_stretches(parse, _stretches_of(parse, contrived.before, False))
    parse.note_words(contrived.deed, "act")
    parse.add([contrived.intent], contrived.intent.words.split(), whole=True)
    if contrived.after:
        _read_stretches(parse, _stretches_of(parse, contrived.after, False))


def _is_beside_speech(parse: ParseState, tokens: list[str], words: list[str], asked: bool) -> bool:
    """Whether a question stands beside what is said in quotation marks, and outside of them: it is said to nobody."""
    if SPEECH not in tokens or SPEECH in words or not asked or not is_question(words):
        return False
    return SECOND_PERSON.isdisjoint(words) and addressed_person(parse.scope, words) is None


def _is_only_for_gm(parse: ParseState, tokens: list[str]) -> bool:
    """Whether what was called out to the Game Master asks and orders nothing: thanks, a joke, what was not followed."""
    named = any(leading_person(parse.scope, tokens[at:], by_name=True)[0] for at in range(len(tokens)))
    said = all(one.role == "speech" or one.verb == "thank" for one in parse.intents)
    return said and not named if parse.intents else parse.problem is not None


def _leave_unsaid(parse: ParseState, before: int, ahead: int) -> None:
    """What was quoted in the sentence that is taken back is not said: only what was quoted `before`, and `ahead`."""
    parse.quoted = parse.quoted[:before]
    kept = sum(words.count(SPEECH) for words in parse.quoted)
    said = parse.clause_reader.said
    del said[kept : max(kept, len(said) - ahead)]


def _read_bare_leave(parse: ParseState, words: list[str]) -> bool:
    """ "I take a torch. May I?" asks for leave, and the deed waits for it."""
    last = parse.intents[-1] if parse.intents else None
    if last is None or not is_bare_leave(words) or not can_answer_in(parse.scope):
        return False
    if last.verb == "ask" and last.words.startswith("may i "):
        return True
    if last.role == "act" and last.verb not in PERCEIVE:
        deed = last.words.split()
        parse.intents.pop()
        parse.sure.pop()
        parse.clauses = [replace(one, role="thought") if one.role == "act" else one for one in parse.clauses]
        ask_leave(parse, deed)
        return True
    return False


def _goes_on_asking(parse: ParseState, before: tuple[list[str], bool], words: list[str]) -> bool:
    """Whether a few words without a verb only guess at the answer to the question before them.

    "Do I still have a way up? Maybe the stairs" asks, and walks nowhere.
    """
    guess = words[1:] if words[:1] and words[0] in _GUESSING else []
    if not guess or "," in guess or not (before[1] or is_question(before[0])):
        return False
    if guess[0] in FIRST:
        return words[0] != "or" and parse.scope.nouns.verbs.at_start(without_lead(guess[1:]))[0][:1] == (
            "go",
        )
    guess = guess[guess[0] in PREPOSITIONS :]
    ordered = not guess or (parse.scope.nouns.verbs.at_start(guess)[0] and guess[0] not in DETERMINERS)
    if ordered or guess[0] in DIRECTIONS:
        return False
    found = resolve(parse.scope, guess)
    return found is None or parse.scope.nouns.kinds[found.thing] == "place"


def _asks_on(parse: ParseState, words: list[str], asked: bool) -> bool:
    """Whether a few words with a question mark only add to a question: "is his name there? cut through?"."""
    last = parse.intents[-1] if parse.intents else None
    goes_on = last is not None and last.verb == "inform" and parse.clauses[-1].role == "question"
    return goes_on and asked and len(words) < _FEW_WORDS and not is_question(words) and words[0] not in FIRST


_IF_SO = (["if", "so"], ["if", "not"])


def _hangs_on_their_answer(parse: ParseState, words: list[str]) -> bool:
    """Whether words go on to whoever was just asked, by what they answer: "is it safe to talk? If not, nod"."""
    asked = bool(parse.intents) and parse.intents[-1].verb == "ask" and bool(parse.intents[-1].objects)
    return asked and words[:2] in _IF_SO and len(words) > len(("if", "so")) and FIRST.isdisjoint(words)


_FEW_WORDS = 4
_DRAWN_BREATH = (["well", ","], ["so", ","], ["oh", ","])  # before a question: "well, will you fetch it?"
_NOTHING_BUT = (["nothing", "but"], ["nothing", "then"])  # what is sensed: "nothing but dust"
_GUESSING = frozenset({"maybe", "perhaps", "or", "possibly", "like", "probably"})


def _is_put_right(words: list[str]) -> bool:
    """Whether a sentence itself undoes what was done before this turn: "put it back", "I hand it back to him"."""
    order = words[words[:1] == ["i"] :]
    return len(order) > 1 and order[0] in _RESTORING and "back" in order[1:]


_RESTORING = frozenset("put puts give gives hand hands hang set lay place".split())


def _is_startled(words: list[str]) -> bool:
    """Whether words only say that the player did not follow: "wait, what"."""
    return _STARTLED.issuperset(words)


_STARTLED = frozenset("wait , what huh eh hang on uh oh".split())


def _stretches_of(parse: ParseState, words: list[str], asked: bool) -> list[Stretch]:
    """A sentence cut by roles; one that a rule's own phrase names is a deed as it stands."""
    if not parse.gesture and rule_named(parse.scope, words) is not None:
        return [Stretch(words, "act", asked)]
    return stretches(parse.scope, words, asked, gesture=parse.gesture)


def read_out_of_character(parse: ParseState, words: str) -> None:
    """Words to the program; what they ask about the story is answered."""
    asked = [(without_address(said)[1], one) for said, one in sentences(words_of(plain(words)))]
    answered = [bool(said) and read_gm_question(parse, said, True) for said, _ in asked]
    if any(answered):
        return  # what is remarked beside the question is heard with it
    parse.clauses.append(Clause(words.strip()[:300], "ooc"))


def read_remark(parse: ParseState, words: str) -> None:
    """What is only remarked beside the deeds, in brackets: nothing comes of it."""
    parse.clauses.append(Clause(words.strip()[:300], "background"))


def _is_fragment(parse: ParseState, words: list[str]) -> bool:
    """Whether a sentence amid a tale has no verb and names nobody: "A cow.", "No.", "Deep breath."."""
    scope = parse.scope
    if words in (["nothing"], ["silence"]) or words[:2] in _NOTHING_BUT:
        return True
    if len(words) > FRAGMENT_WORDS or SPEECH in words or is_question(words) or "," in words:
        return False
    ordered = scope.nouns.verbs.at_start(without_lead(words))[0] or read_heading(scope, words)
    named = (leading_person(scope, words[at:], by_name=True)[0] for at in range(len(words)))
    called = any(who in scope.world.characters for who in named)
    told = person_of(scope, words, 0) is not None or is_expression(scope, words)
    return not (ordered or called or told or words[0] in FIRST or _is_idiom(parse, words))


def _is_exclaimed(parse: ParseState, told: list[tuple[list[str], bool]], at: int, words: list[str]) -> bool:
    """Whether a few words without a verb only escape somebody: beside a deed, or alone where nobody is talked with."""
    if words[0] == "thank" and is_only_filler(words):
        return True  # "thank god" is no prayer
    at_comma = words.index(",") if "," in words[:-1] else 0
    if at_comma and is_only_filler(words[:at_comma]):
        words = words[at_comma + 1 :]  # "Lord, the smell"
    if not _is_fragment(parse, words) or words[0] in _ANSWERING:
        return False
    others = [said for n, (said, _) in enumerate(told) if n != at]
    if any(said[:1] in (["i"], ["we"]) and SPEECH not in said for said in others):
        return True
    return not others and not parse.scope.talking and is_outcry(words)


_ANSWERING = frozenset("yes no yeah yep nope aye sure okay ok never neither both thanks sorry please".split())


def _is_idiom(parse: ParseState, words: list[str]) -> bool:
    try:
        return parse.clause_reader.idiom(words) is not None
    except Unclear:
        return False  # a set phrase that orders nothing: "damn"
