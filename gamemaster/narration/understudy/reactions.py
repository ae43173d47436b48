"""What somebody says to an accusation, to news, a proposal, a name, a feeling; by who they are and know. Pure."""

from __future__ import annotations

import re

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.english import Forms
from gamemaster.language.names.normalization import content_of, plain, stem, words_of
from gamemaster.language.names.noun_index import name_words, nouns_of, scope_of
from gamemaster.language.tables.verb_forms import third_person
from gamemaster.language.talk.forces.claims import debt_claimed, errand_claimed, standing_claimed
from gamemaster.language.talk.forces.heartfelt import HEARTFELT, heartfelt_of
from gamemaster.language.talk.forces.statements import Statement, is_given_word
from gamemaster.language.talk.requests import asked_for
from gamemaster.language.talk.said_before import sayings_of
from gamemaster.language.wording.short_questions import short_question
from gamemaster.narration.understudy.answers.by_state.reasons_against import refused_with_reason
from gamemaster.narration.understudy.answers.in_character.answer_sources import feeling_about
from gamemaster.narration.understudy.answers.in_character.own_life import wish_or_fear
from gamemaster.narration.understudy.answers.in_character.questions import Asked, proper_names
from gamemaster.narration.understudy.deeds.company import topic_of
from gamemaster.rules.grammatical_person import EXCHANGED, I_AS_YOU, turn_words
from gamemaster.rules.state import MATTER, Relation
from worlds.schema import PLAYER, World
from worlds.texts import texts_of

_SHARED = 2  # words that a statement and a fact share, where they are about the same


def reaction(asked: Asked, statement: Statement) -> tuple[str, ...]:
    """The wordings of what they say to it; empty where they have nothing of their own to say."""
    match statement.force:
        case "feeling":
            return _to_a_feeling(asked, statement.about)
        case "accuse":
            return asked.replies(_to_an_accusation(asked, statement.about))
        case "observe":
            minded = _FORMS["minded"].fullmatch(statement.about)
            whom = person_in(asked, statement.about) or (_person_spoken_of(asked) if minded else None)
            if minded is not None and whom is not None:
                return judgement(asked, whom)  # "you never liked Ulf, admit it"
            seen = _FORMS["seen_as"].fullmatch(statement.about)
            return (
                asked.replies("seen_as", what=seen["what"].capitalize())
                if seen
                else asked.replies("observed")
            )
        case "propose":
            return asked.replies("together" if _likes(asked) >= 0 else "apart")
        case "opinion":
            whom = person_in(asked, statement.about)
            return feeling_about(asked, whom) if whom is not None else asked.replies("agreed")
        case "truth":
            return asked.replies("honest")
        case "assure":
            own = asked.person.replies.agreed
            return (
                asked.replies("agreed" if own else "assured") if _trusts(asked) else asked.replies("doubted")
            )
        case "order":
            return asked.replies("agreed" if _likes(asked) >= 0 else "order_no")
        case "leave":
            return asked.replies(
                "wont" if _likes(asked) < 0 else "granted" if _is_obliged(asked) else "price"
            )
        case "offer":
            return asked.replies("offered")
        case "named":
            return asked.replies("named", what=statement.about)
        case "accept":
            return asked.replies("accepted")
        case "decline":
            return asked.replies("declined")
        case "claim":
            return _said_back(asked, "claimed" if _trusts(asked) else "doubted", statement.about)
        case "errand":
            return _to_an_errand(asked, statement.about)
        case "standing":
            return _to_a_standing(asked, statement.about)
        case "due":
            return _to_a_debt(asked, statement.about)
        case "retract" | "confess":
            return _said_back(asked, _ANSWERED[statement.force], statement.about)
        case "undertake":
            kind = "undertaken" if is_given_word(statement.about) else "planned"
            return _said_back(asked, kind if _trusts(asked) else "doubted", statement.about)
        case "remark":
            return asked.replies("remark")
        case "console":
            return asked.replies("consoled" if _likes(asked) >= 0 else "on_feeling_coldly")
        case "forgive":
            return asked.replies("pardoned" if _has_something_to_answer_for(asked) else "not_needed")
        case "judge":
            whom = person_in(asked, statement.about) or _person_spoken_of(asked)
            return judgement(asked, whom) if whom is not None else asked.replies("judged")
        case "own":
            return _said_back(asked, "own_life", statement.about)
        case "reason" if _FORMS["for_them"].match(statement.about):
            return asked.replies("given")
        case "concern" | "praise" | "drop" | "reason":
            return asked.replies(_ANSWERED[statement.force])
        case "news":
            return _to_news(asked, statement.about)
        case "warning":
            return _to_a_warning(asked, statement.about)
        case "blessing":
            return _to_a_blessing_asked(asked, statement.about)
    return _from_the_heart(asked, statement.force)


def _to_an_errand(asked: Asked, text: str) -> tuple[str, ...]:
    """They take nobody's word for what somebody else wants: they name that one, and keep what was asked for."""
    errand = errand_claimed(text)
    if errand is None:
        return ()
    pointed = errand.sender in ("he", "she", "they")
    whom = _person_spoken_of(asked) if pointed else person_in(asked, errand.sender)
    own = content_of(" ".join((asked.person.name, *asked.person.aliases)))
    if whom is None and content_of(errand.sender) <= own:
        return asked.replies("errand_mine")
    turned = turn_words(errand.sender, EXCHANGED)
    called = asked.world.characters[whom].name if whom is not None else ""
    name = called if pointed and called else _spelt_as(as_typed(asked.raw, turned), called)
    if whom in asked.state.present():
        return _begun_large(asked.replies("errand_here", who=name))
    said = errand.deed.split()
    thing = asked_for(scope_of(asked.world, asked.state), asked.who, said) if said else None
    if thing in asked.world.items:
        item = asked.world.items[str(thing)].name
        return _begun_large(asked.replies("errand_thing", who=name, thing=f"the {item}"))
    # "Sent me to buy meal" is the player's own errand, and nothing that anybody else is to do.
    if said and _FORMS["of_you"].search(text) and nouns_of(asked.world).verbs.at_start(said)[0]:
        deed = as_typed(asked.raw, deed_in_their_mouth(asked.world, errand.deed))
        return _begun_large(asked.replies("errand_deed", who=name, deed=deed))
    return _begun_large(asked.replies("errand_stranger" if whom is None else "errand", who=name))


def _spelt_as(said: str, name: str) -> str:
    """What somebody is called by, with the capitals of their name: "jory" is Jory."""
    own = {word.casefold(): word for word in name.split()}
    return " ".join(own.get(word.casefold(), word) for word in said.split())


_FORMS = Forms(__name__)


def _begun_large(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Texts that may begin with a role: "the chef says so" stands at the start of a sentence, and amid one."""
    return tuple(_capital(text) for text in texts)


def _to_a_standing(asked: Asked, text: str) -> tuple[str, ...]:
    """What they say to whoever claims to be somebody: what anybody can be they believe, a title they want proof of."""
    claimed = standing_claimed(text) or ""
    if is_their_part(asked.world, claimed):
        return asked.replies("known_as")
    known = " ".join(told for variant in asked.world.player.description for told in variant.text)
    plain_enough = claimed.partition(" ")[0] in ("a", "an") and not _FORMS["as_it_was"].match(text)
    if plain_enough or content_of(claimed) & content_of(known):
        return _said_back(asked, "claimed" if _trusts(asked) else "doubted", text)
    title = turn_words(" ".join(claimed.split()[:_LONGEST_TITLE]), EXCHANGED)
    what = as_typed(asked.raw, title)
    return asked.replies("standing", what=_capital(what))


_OF_THE_PLAYER = re.compile(r"[^.!?]*\b(?:you|your)\b[^.!?]*", re.IGNORECASE)


def is_their_part(world: World, claimed: str) -> bool:
    """Whether the player is in this world what they say they are, as it told them: "the toll clerk", of its clerk.

    What it is in the end must have been told, and of the rest the half.
    """
    player = world.player
    told = [player.name, *(text for variant in player.description for text in variant.text)]
    for text in (world.goal, world.summary, *texts_of(world.opening)):
        told += _OF_THE_PLAYER.findall(text)
    known = content_of(" ".join(told))
    words = re.split(r" (?:of|from|in|at|on|for|to|with|who|that)\b", claimed)[0].split()
    named = content_of(claimed)
    return bool(words) and content_of(words[-1]) <= known and 2 * len(named & known) >= len(named) > 0


def _to_a_debt(asked: Asked, text: str) -> tuple[str, ...]:
    """Whether they own to what they are told they owe, to the player or to somebody else."""
    whom, _ = debt_claimed(text) or ("", "")
    if whom in ("me", "us"):
        owed = _bond(asked).debt > 0 or any(
            (one.by, one.to, one.status) == (asked.who, PLAYER, "open")
            for one in asked.state.promises.values()
        )
        return asked.replies("owes_you" if owed else "owes_nothing")
    other = person_in(asked, whom)
    if other is None:
        return asked.replies("owes_nothing")
    kind = "owes_them" if _bond(asked, other).debt > 0 else "owes_them_nothing"
    return asked.replies(kind, who=asked.world.characters[other].name)


_LONGEST_TITLE = 9  # words of what somebody claims to be that are said back


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _said_back(asked: Asked, kind: str, told: str) -> tuple[str, ...]:
    """A reply that asks back in brief what was told: "Did you? That's news to me."."""
    tag = short_question(told)
    texts = asked.replies(kind, tag=tag)
    return tuple(text for text in texts if tag and text.startswith(tag)) or texts


def _to_a_warning(asked: Asked, text: str) -> tuple[str, ...]:
    """They take it to heart by what it names: a thing of theirs, somebody else, or that there is danger."""
    if not _trusts(asked):
        return asked.replies("doubted")
    heart = heartfelt_of(text)
    if heart is not None and heart.of_theirs:
        return asked.replies("warned_of", what=f"my {heart.of_theirs}")
    whom = person_in(asked, text)
    if whom is not None:
        return asked.replies("warned_of_one", who=asked.world.characters[whom].name)
    thing = asked.echo if asked.thing is not None or asked.topic is not None else ""
    return asked.replies("warned_of", what=thing) if thing else asked.replies("warned")


def _to_a_blessing_asked(asked: Asked, text: str) -> tuple[str, ...]:
    """They bless, if they bear no grudge, and have heard what is owned to in the same breath."""
    if _likes(asked) < 0:
        return asked.replies("not_blessed")
    owned = re.search(r"\b(?:i|we) (?!ask|beg|want|need)\w+ .+", text)
    tag = short_question(owned[0]) if owned is not None else ""
    return tuple(f"{tag} {blessed}".strip() for blessed in asked.replies("blessing"))


def _from_the_heart(asked: Asked, kind: str) -> tuple[str, ...]:
    """What they say to kindness: as they stand to the player who shows it."""
    if kind not in HEARTFELT:
        return ()
    if _likes(asked) < 0 or not _trusts(asked):
        company = kind.startswith("invite_") and kind != "invite_treat"
        doubted = kind == "friendship" and _likes(asked) >= 0
        return asked.replies("friendship_doubted" if doubted else "stays" if company else "unasked")
    if kind in ("trust", "friendship") and _likes(asked) > 0:
        return asked.replies(f"{kind}_returned")
    return asked.replies(kind)


_ANSWERED = {
    "concern": "concerned",
    "praise": "praised",
    "drop": "dropped",
    "reason": "reasoned",
    "retract": "retracted",
    "confess": "confessed",
}


def _has_something_to_answer_for(asked: Asked) -> bool:
    """Whether somebody hides a thing, or has owned to it."""
    return bool(asked.person.hides or asked.person.secret)


def _person_spoken_of(asked: Asked) -> str | None:
    """Whoever is meant by "he" or "she": who was spoken of last, and is not the one spoken to."""
    before = asked.state.focus.get(MATTER, "")
    named = person_in(asked, " ".join(name_words(before))) if before else None
    return named or (
        asked.thing if asked.thing in asked.world.characters and asked.thing != asked.who else None
    )


def judgement(asked: Asked, whom: str) -> tuple[str, ...]:
    """What they think of somebody else, where they think anything of them; else that the player may be right."""
    bond = _bond(asked, whom)
    return (
        feeling_about(asked, whom)
        if any((bond.fear, bond.debt, bond.affection, bond.trust))
        else asked.replies("judged")
    )


def topic_of_news(asked: Asked, statement: Statement) -> str | None:
    """The topic that they go on to: of the person whom the words name, else the one that the words named."""
    whom = person_in(asked, statement.about)
    if whom is None:
        return None if asked.referred else asked.topic
    found = topic_of(asked.world, asked.who, whom)
    return found if found in asked.person.topics else None


def to_a_request(asked: Asked, words: tuple[str, ...], *, turned: bool = False) -> tuple[str, ...]:
    """What they say to being asked to do something that nothing in the world has them do: nobody is promised it.

    `turned`: the words are those of the one who is asked already.
    """
    if not turned and (acted := small_act(asked, " ".join(words))):
        return acted
    said = as_typed(asked.raw, _FORMS["beyond_the_deed"].sub("", _FORMS["polite"].sub("", " ".join(words))))
    deed = said[:1].upper() + said[1:] if turned else in_their_mouth(tuple(said.split()))
    echo = {"deed": deed} if len(said.split()) <= _LONGEST_ECHO else {}
    if _likes(asked) < 0:
        return asked.replies("would_not", **echo)
    if _serves_their_wish(asked, said):
        return asked.replies("willing")
    if with_reason := refused_with_reason(asked, said):
        return tuple(f"{deed}? {reason}" if echo else reason for reason in with_reason)
    return asked.replies("cannot" if echo else "cannot_at_length", **echo)


def _serves_their_wish(asked: Asked, deed: str) -> bool:
    """Whether what somebody is asked for has to do with what they want themselves, and would own to."""
    wish = content_of(" ".join(wish_or_fear(asked, "want")))
    return (
        not wish.isdisjoint(content_of(deed.partition(" about ")[0]))
        or _FORMS["help"].match(deed) is not None
    )


_LONGEST_ECHO = 5  # words of a request that are said back
_THEIR_OWN = {"he": "his", "she": "her", "it": "its"}


def small_act(asked: Asked, text: str) -> tuple[str, ...]:
    """What somebody does at once who is asked for a look, a posture or a gesture, as it is seen; else empty.

    "Show me your hands" is answered by "Ivar shows you his hands": nothing of the world is changed by it.
    """
    said = _FORMS["polite"].sub("", text)
    if _likes(asked) < 0 or not _FORMS["at_once"].match(said) or asked.thing in asked.world.items:
        return ()
    body = BODY | {"smile", "hand", "hands"}
    shown = re.match(
        r"(?:show|give) me (?:your|a) (?:\w+ )?(\w+)$|(?!show|give|taste|try|smell|feel|have).*", said
    )
    offered = re.match(r"(?:taste|try|smell|feel|have) ", said)
    if shown is None and offered is None:
        return ()
    if shown is not None and shown[1] and stem(shown[1]) not in body:
        return ()
    their = _THEIR_OWN.get(asked.person.pronoun, "their")
    turned = {
        **EXCHANGED,
        "your": their,
        "yours": f"{their}s",
        "yourself": f"{their}self",
        "this": "it",
    }
    verb, *rest = said.split()
    seen = turn_words(" ".join([third_person(verb), *rest]), turned)
    name = asked.person.name
    return tuple(f"*{name} {seen}.*\n\n{reply}" for reply in asked.replies("done_at_once"))


def takes_charge(asked: Asked, aim: str) -> str | None:
    """What somebody who bears the player no grudge takes on: to stay, to mind a thing, to leave one alone."""
    text = _FORMS["courtesy"].sub("", " ".join(words_of(plain(aim))))
    deed = _FORMS["when_it_comes"].split(text)[0]  # "shout if they come near" is nothing to come along for
    if _likes(asked) < 0 or not _FORMS["charges"].fullmatch(text) or _FORMS["not_of_oneself"].search(deed):
        return None
    me = {"he": "him", "she": "her", "it": "it"}.get(asked.person.pronoun, "them")
    their = _THEIR_OWN.get(asked.person.pronoun, "their")
    told = turn_words(text, {**I_AS_YOU, "you": me, "your": their}).removeprefix("please ")
    told = re.sub(r"\byou am\b", "you are", re.sub(r"\byou was\b", "you were", told))
    subject = {"him": "he", "her": "she"}.get(me, me if me == "it" else "they")
    told = re.sub(rf"\b(if|when|once|before|until|that|as|should) {me}\b", rf"\1 {subject}", told)
    told = re.sub(r"\b(he|she|it) (see|hear|notice|find|want|need|get|know|can)\b", _with_ending, told)
    told = re.sub(r"^do not\b|^never\b", "not to", told)
    return (told if told.startswith("not to ") else f"to {told}")[:200]


def _with_ending(found: re.Match[str]) -> str:
    """A verb after "he" or "she": "if she see" as "if she sees"."""
    return f"{found[1]} {found[2] if found[2] == 'can' else third_person(found[2])}"


def in_their_mouth(words: tuple[str, ...]) -> str:
    """The player's words as the one who hears them says them: "write a letter for me" is "Write a letter for you"."""
    said = turn_words(" ".join(words), EXCHANGED)
    said = re.sub(r"\b(if|when|once|before|until|that) me\b", r"\1 I", re.sub(r"\byou am\b", "you are", said))
    return said[:1].upper() + said[1:]


def as_typed(raw: str, text: str) -> str:
    """Words as the player wrote them: with the marks of possession, and the capitals of names, which reading loses."""
    typed: dict[str, str] = {}
    for found in re.finditer(r"[^\W\d_]+(?:[\'\u2019]s)?", raw):
        word, key = found[0], words_of(plain(found[0]))
        inside = raw[: found.start()].rstrip()[-1:] not in ("", *'.!?:"\u201c')
        owns = len(word) > 2 and word[-2] in "'\u2019"
        if len(key) == 1 and (owns or (inside and word[:1].isupper() and word != "I")):
            typed.setdefault(key[0], word)
    return " ".join(typed.get(word, word) for word in text.split(" "))


def deed_in_their_mouth(world: World, deed: str) -> str:
    """A deed that the player asks for, amid what the one who is asked says: "help you carry it to Halla"."""
    names = {name.casefold(): name for name in proper_names(world)}
    said = in_their_mouth(tuple(deed.split()))
    return " ".join(names.get(word, word) for word in (said[:1].lower() + said[1:]).split())


def _bond(asked: Asked, whom: str = PLAYER) -> Relation:
    return asked.state.characters[asked.who].toward(whom)


def _likes(asked: Asked) -> int:
    bond, liking = _bond(asked), asked.state.characters[asked.who].disposition
    return min(bond.trust, 0) + bond.affection + liking


def _trusts(asked: Asked) -> bool:
    return _bond(asked).trust >= 0 and asked.state.characters[asked.who].disposition >= 0


def _is_obliged(asked: Asked) -> bool:
    bond = _bond(asked)
    return bond.fear >= 2 or bond.debt > 0 or bond.trust >= 2 or _likes(asked) >= 2


def _to_a_feeling(asked: Asked, feeling: str) -> tuple[str, ...]:
    cold = _likes(asked) < 0 and feeling not in ("anger", "jest", "love")
    return asked.replies("on_feeling_coldly" if cold else f"on_{feeling}")


def _to_an_accusation(asked: Asked, text: str) -> str:
    said = content_of(text)
    for hidden in asked.person.hides:
        fact = asked.world.facts.get(hidden)
        if fact is not None and len(said & content_of(fact.text)) >= _SHARED:
            return "accused_known" if hidden in asked.state.facts else "accused_true"
    if any(len(said & one.stems) >= _SHARED for one in sayings_of(asked.world, asked.state, asked.who)):
        return "accused_known"  # they have said as much
    return "accused_true" if len(said & content_of(asked.person.secret)) >= _SHARED else "accused"


def _to_news(asked: Asked, text: str) -> tuple[str, ...]:
    """By whom it concerns: what they know already, what touches what they want or fear, somebody they are bound to."""
    said = content_of(text)
    if _trusts(asked) and len(said & content_of(f"{asked.person.want} {asked.person.fear}")) >= _SHARED:
        return asked.replies("pressing")
    known = [fact for fact in (*asked.person.knows, *asked.person.hides) if fact in asked.world.facts]
    if any(len(said & content_of(asked.world.facts[fact].text)) > _SHARED for fact in known):
        return asked.replies("known_already")
    if not _trusts(asked):
        return asked.replies("doubted")
    whom = person_in(asked, text)
    if whom is None:
        if asked.topic is not None or asked.thing is not None:
            return _said_back(asked, "news", text)
        own = asked.person.replies.agreed
        return (
            _said_back(asked, "heard", text)
            if short_question(text)
            else asked.replies("agreed")
            if own
            else ()
        )
    bond = _bond(asked, whom)
    warm, cold = bond.trust + bond.affection, bond.fear
    kind = "news_of_foe" if warm < 0 or cold > 1 else "news_of_friend" if warm > 1 else "news_of"
    return asked.replies(kind, who=asked.world.characters[whom].name)


def person_in(asked: Asked, text: str) -> str | None:
    """The first other person whom the words name, among those whom the player may know of."""
    words = text.split()
    for who, person in asked.world.characters.items():
        if who == asked.who:
            continue
        for name in (person.name, *person.aliases):
            parts = [part for part in name_words(name) if part not in ("the", "mr", "miss")]
            if len(parts) > 1 and parts[0] == "old" and name.split()[-1][:1].isupper():
                parts = parts[1:]  # "Cobb" is "old Cobb", but no man is "the old man"
            if parts and any(
                words[at : at + len(parts)] == parts and not _is_ones_own(words[:at])
                for at in range(len(words))
            ):
                return who
    return None


def _is_ones_own(before: list[str]) -> bool:
    """Whether whoever is called after these words is the player's own, and nobody of this world: "my little girl"."""
    return not {"my", "our"}.isdisjoint(before[-2:])
