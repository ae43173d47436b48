"""What somebody says to a remark: a line of their own on its very matter, or they say it back and what they make of it.

What is made of it depends on the kind of remark, on how they talk, and on how they stand to the player. Pure.
"""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.tables.function_words import SECOND_PERSON
from gamemaster.language.talk.said_before import sayings_of
from gamemaster.language.wording.remark_lines import own_replies, parts_of, remark_lines
from gamemaster.language.wording.said_back import SaidBack, said_back
from gamemaster.language.wording.stock_lines import fill
from gamemaster.narration.understudy.answers.in_character.answer_sources import feeling_about
from gamemaster.narration.understudy.answers.in_character.line_answers import written_line
from gamemaster.narration.understudy.answers.in_character.meaning import CLEAR, NEAR, answer_meant
from gamemaster.narration.understudy.answers.in_character.questions import Asked, proper_names
from gamemaster.narration.understudy.answers.in_character.temperament import lot_of, temperament_of
from gamemaster.narration.understudy.promises import promise_in, same_matter
from gamemaster.narration.understudy.reactions import as_typed, person_in
from gamemaster.narration.understudy.remarks.hearing import remark_of
from gamemaster.rules.draft import Draft
from gamemaster.rules.grammatical_person import his_and_him, turn_words
from gamemaster.rules.proposal import Answer, ChangeRelation, Discuss, MakePromise, Operation
from gamemaster.rules.state import digest
from worlds.schema import PLAYER

# What wins a little of somebody who bears no grudge, and that once; what costs a little.
_WON = {
    "remark_warn": "trust", "remark_report": "trust", "remark_wrong": "trust",
    "remark_praise": "affection", "remark_offer": "affection", "remark_admire": "affection",
}  # fmt: skip
_LEAST_OFFENDED = -2
# What may be met by a line of theirs on its matter.
_OF_A_MATTER = frozenset(
    "remark_report remark_opinion remark_admire remark_praise remark_wrong remark_taste remark_story"
    " remark_hardship remark_claim remark_afraid remark_propose remark_warn remark_observe".split()
)
# What touches somebody's own life: whatever fits it so clearly was written for it.
_TOUCHING = frozenset({"remark_hardship", "remark_claim", "remark_afraid"})
_LEAST_SHARED = 2  # words of a remark that a line must be of
_SHARE = 0.5  # of its words


def answers_to_a_remark(draft: Draft, asked: Asked, kind: str) -> list[Operation]:
    """What they say to it, and the little that it changes."""
    changed = _changes_by(draft, asked, kind)
    line = _line_on_it(draft, asked, kind)
    if line is not None:
        return [line, *changed]
    text = _said_back_with_comment(asked, kind)
    return [Answer(who=asked.who, texts=(text,), source="manners"), *changed] if text else changed


def _line_on_it(draft: Draft, asked: Asked, kind: str) -> Operation | None:
    """A line of theirs on the very matter of the remark: most of its words are the line's, too."""
    if kind not in _OF_A_MATTER:
        return None
    meant = answer_meant(draft, asked, NEAR) or []
    speech = asked.spoken or asked.words
    said = content_of(remark_of(asked.world, speech, kind)[1] or speech) - content_of(asked.person.name)
    for one in (written_line(draft, asked), *meant):
        if isinstance(one, Discuss) and _is_of_its_matter(asked, said, one):
            return one
    surely = answer_meant(draft, asked, CLEAR) if kind in _TOUCHING and meant else None
    return next((one for one in surely or () if isinstance(one, Discuss)), None)


def _is_of_its_matter(asked: Asked, said: set[str], line: Discuss) -> bool:
    """Whether one text of a topic or an answer has most of what is `said`, and more of it than names."""
    topic, answer = asked.person.topics.get(line.topic or ""), asked.person.answers.get(line.topic or "")
    if topic is not None:
        lines = topic.lines if line.line is None else topic.lines[line.line : line.line + 1]
        told = (" ".join(topic.names), *topic.paraphrases, *(text for one in lines for text in one.text))
    elif answer is not None:
        told = (*answer.asks, *answer.paraphrases, *(text for one in answer.lines for text in one.text))
    else:
        return False
    names = content_of(" ".join(proper_names(asked.world)))
    shared = (said & content_of(text) for text in told)
    return any(len(both - names) >= _LEAST_SHARED and len(both) >= _SHARE * len(said) for both in shared)


def _said_back_with_comment(asked: Asked, kind: str) -> str:
    """The remark said back, and what they make of it: what fits them best and nobody has said yet."""
    tone = temperament_of(asked.person).tone
    made = _made_of_it(asked, kind, tone)
    if not made:
        return ""
    seen, said = made[0]
    back = _said_back(asked, kind, formal=tone in ("formal", "machine"))
    echoes = [text for one in remark_lines()[kind].echoes if (text := _echo_with(one, back))]
    echo = min(echoes, key=lambda one: lot_of(asked.state, asked.who, f"{asked.state.turn} {one}"), default="")
    spoken = f"{echo} {said}" if echo else said
    return f"*{seen}*\n\n{spoken}" if seen else spoken


def _said_back(asked: Asked, kind: str, *, formal: bool) -> SaidBack:
    words, _ = remark_of(asked.world, asked.spoken or asked.words, kind)
    if not words:
        return SaidBack()
    back = said_back(words, kind, formal=formal)
    spelt = {name.casefold(): name for name in proper_names(asked.world)}
    parts = (back.clause, back.what, back.deed, back.left, back.like)
    return SaidBack(*(_with_capitals(asked, text, spelt) for text in parts))


def _with_capitals(asked: Asked, text: str, names: dict[str, str]) -> str:
    """Words that are said back with the capitals and marks that they were typed with."""
    return " ".join(names.get(word, word) for word in as_typed(asked.raw, text).split())


_SLOT = re.compile(r"\{(\w+)\}")


def _echo_with(echo: str, back: SaidBack) -> str:
    """An echo with what is said back in it; empty where there is nothing to put there."""
    told: dict[str, str] = {}
    for slot in _SLOT.findall(echo):
        text = getattr(back, slot.lower())
        if not text:
            return ""
        told[slot] = text[:1].upper() + text[1:] if slot[0].isupper() else text
    return _SLOT.sub(lambda found: told[found[1]], echo)


def _made_of_it(asked: Asked, kind: str, tone: str) -> list[tuple[str, str]]:
    """What is seen and said of it: their own writer's first, then their tone's, then anybody's; nothing said before."""
    state, who, person = asked.state, asked.who, asked.person
    mind, bond = state.characters[who], state.characters[who].toward(PLAYER)
    hostile = min(mind.disposition, bond.trust, bond.affection) < 0
    his, him = his_and_him(person.pronoun)
    found = []
    for line in remark_lines()[kind].says:
        if not {tone, *(["hostile"] if hostile else [])}.issuperset(line.if_):
            continue
        if tone == "machine" and "machine" not in line.if_:
            continue
        for text in line.says:
            seen, said = parts_of(text)
            rank = 0 if "hostile" in line.if_ else 2 if tone in line.if_ else 3
            found.append((rank, fill(seen, name=person.name, his=his, him=him) if seen else "", said))
    of_somebody = _of_somebody(asked, kind)
    own = () if of_somebody or (hostile and kind != "remark_insult") else own_replies(person, kind)
    if kind in _OF_ONES_LIFE and _KIN.isdisjoint(words_of(plain(asked.spoken))):
        own = ()
    found += [(1, "", text) for text in (*own, *of_somebody)]
    fresh = [one for one in found if digest(one[2]) not in state.told] or found
    fresh.sort(key=lambda one: (one[0], lot_of(state, who, f"{state.turn} {one[2]}")))
    return [(seen, said) for _, seen, said in fresh]


def _of_somebody(asked: Asked, kind: str) -> tuple[str, ...]:
    """What they think themselves of whoever is spoken of."""
    if kind not in ("remark_taste", "remark_opinion", "remark_warn"):
        return ()
    whom = person_in(asked, remark_of(asked.world, asked.spoken or asked.words, kind)[1])
    if whom is None:
        return ()
    if kind == "remark_warn":
        return asked.replies("warned_of_one", who=asked.world.characters[whom].name)
    bond = asked.state.characters[asked.who].toward(whom)
    stands = any((bond.fear, bond.debt, bond.affection, bond.trust))
    if kind == "remark_taste":
        return feeling_about(asked, whom) if stands else ()
    warm = bond.trust + bond.affection
    news = "news_of_foe" if warm < 0 or bond.fear > 1 else "news_of_friend" if warm > 1 else "news_of"
    return asked.replies(news, who=asked.world.characters[whom].name)


_OF_ONES_LIFE = frozenset({"remark_story", "remark_state", "remark_skill", "remark_hardship"})
_KIN = frozenset(
    """mother father mum dad brother sister wife husband son daughter child boy girl uncle aunt grandmother grandfather
    home family cousin sweetheart baby kin""".split()
)


def _changes_by(draft: Draft, asked: Asked, kind: str) -> list[Operation]:
    """A first kindness wins a little, an insult costs a little; who agrees to what was asked has promised it."""
    one = draft.state.characters[asked.who]
    bond = one.toward(PLAYER)
    if kind == "remark_insult":
        return [ChangeRelation(who=asked.who, affection=-1)] if bond.affection > _LEAST_OFFENDED else []
    if kind == "remark_agree":
        given = _word_given(asked)
        return [given] if given is not None else []
    if kind == "remark_hush" and min(one.disposition, bond.trust, bond.affection) >= 0:
        kept = _not_to_be_told(asked)
        return [kept] if kept is not None else []
    axis = _WON.get(kind)
    against = kind == "remark_wrong" and not SECOND_PERSON.isdisjoint(words_of(plain(asked.spoken)))
    if axis is None or against or one.disposition < 0 or min(bond.trust, bond.affection) < 0 or getattr(bond, axis) > 0:
        return []
    return [ChangeRelation(who=asked.who, **{axis: 1})]


def _not_to_be_told(asked: Asked) -> MakePromise | None:
    """What somebody undertakes to keep to themselves: "not to tell anyone that you were here"."""
    left = _said_back(asked, "remark_hush", formal=True).left
    _, him = his_and_him(asked.person.pronoun)  # "not to tell Ketil you asked him"
    what = f"not to {turn_words(left, {'me': him})}"[:160] if left else ""
    open_now = [one for one in asked.state.promises.values() if (one.by, one.to) == (asked.who, PLAYER)]
    if not what or any(one.status == "open" and same_matter(one.what, what) for one in open_now):
        return None
    return MakePromise(by=asked.who, to=PLAYER, what=what)


def _word_given(asked: Asked) -> MakePromise | None:
    """What the player gives their word to by agreeing: what they say they will do, or what was just asked of them."""
    open_now = [one for one in asked.state.promises.values() if (one.by, one.to) == (PLAYER, asked.who)]
    own = _OWN_TERMS.search(" ".join(words_of(plain(asked.spoken or asked.words))))
    given = promise_in(asked.world, asked.who, f"i promise {own[0]}") if own is not None else None
    if given is None:
        last = [one.text for one in sayings_of(asked.world, asked.state, asked.who) if one.turn == asked.state.turn]
        asked_for = next((found for text in last if (found := _ASKED_FOR.search(plain(text)))), None)
        if asked_for is None:
            return None
        what = " ".join(words_of(asked_for["deed"]))
        given = MakePromise(to=asked.who, what=f"to {turn_words(what, _THEIRS)}"[:160])
    if any(one.status == "open" and same_matter(one.what, given.what) for one in open_now):
        return None
    return given


# "I'll do it" says nothing of what: that is what they asked for.
_OWN_TERMS = re.compile(r"\bi will (?!do (?:it|that|as|so)\b|not\b|never\b|go along\b|agree\b|accept\b)\w+ .+")
_ASKED_FOR = re.compile(
    r"(?:\b(?:would|could|will|can) you (?:please )?|\bglad if you would |\bi want you to |\bi would have you )"
    r"(?P<deed>(?!like\b|mind\b|believe\b|say\b|know\b|have\b)[^.?!;]+)"
)
_THEIRS = {"me": "them", "my": "their", "mine": "theirs", "i": "they"}
