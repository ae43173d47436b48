"""What somebody says of people: who minds whom, who likes them, what one is to the other, who is about and where. Pure.

It comes from bonds, personas and daily rounds: what anybody who lives with people knows of them.
"""

from __future__ import annotations

import re
from dataclasses import replace

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import name_words, scope_of
from gamemaster.language.tables.function_words import DIRECTIONS
from gamemaster.language.talk.addressee import is_animal, leader_of
from gamemaster.language.talk.questions.matters import matter_of
from gamemaster.language.talk.questions.people_questions import PeopleQuestion, people_question_of
from gamemaster.language.talk.said_before import sayings_of
from gamemaster.language.wording.stock_lines import join_names, name_of
from gamemaster.narration.understudy.answers.in_character.answer_sources import (
    Said,
    feeling_about,
    haunt,
    is_hidden,
    is_known_to,
    said_of_oneself,
    whereabouts,
    who_lives_here,
)
from gamemaster.narration.understudy.answers.in_character.questions import GENDERS, Asked
from gamemaster.narration.understudy.deeds.company import topic_of
from gamemaster.rules.reach import exits
from gamemaster.rules.state import MATTER, Relation
from worlds.per_world import per_world
from worlds.schema import NOWHERE, Character, World
from worlds.texts import texts_of


def about_people(asked: Asked) -> Said | None:
    """Their answer to a question about people; None of any other."""
    question = people_question_of(asked.words)
    if question is None:
        return None
    match question.kind:
        case "likes_you":
            return _how_they_are_liked(asked, question)
        case "closest" | "trusted" | "disliked":
            return _foremost(asked, question.kind)
        case "minds":
            return _who_minds(asked, question)
        case "is_your":
            return _what_they_are(asked, question)
        case "where_all":
            return _where_they_are(asked, question)
        case "everybody":
            return _who_is_about(asked, question)


def with_person_meant(asked: Asked) -> Asked:
    """The question with whom its "she", or its "the keeper", means, where nothing else said so."""
    if asked.topic is not None or asked.thing is not None or not asked.question.asked:
        return asked
    whom = _called_by_calling(asked)
    if whom is None and (pronoun := next((word for word in asked.words.split() if word in GENDERS), None)):
        fitting = [who for who in people_about(asked) if asked.world.characters[who].pronoun == GENDERS[pronoun]]
        whom = _whom_meant(asked, pronoun) or (fitting[0] if len(fitting) == 1 else None)
    if whom is None:
        return asked
    name = asked.world.characters[whom].name
    scope = scope_of(asked.world, asked.state)
    matter = matter_of(scope, tuple(words_of(plain(name))), name, asked.who)
    topic = topic_of(asked.world, asked.who, whom) if asked.question.kind in _OF_A_PERSON else None
    known = topic if topic in asked.person.topics else None
    return replace(asked, matter=matter, topic=known, referred=True)


def _called_by_calling(asked: Asked) -> str | None:
    """The only one about who is what the words call somebody: "the keeper", of whom "Keeper of Four Ways" is told."""
    named = set(re.findall(r"\bthe (\w+)", asked.words))
    found = [who for who in (people_about(asked) if named else []) if _calling_of(asked.world, who) in named]
    return found[0] if len(found) == 1 else None


@per_world
def _callings(world: World) -> dict[str, str]:
    """What each is by trade in one word, as their writer begins to tell of them."""
    told = {who: said_of_oneself(world, who).partition(". ")[2].rstrip(".") for who in world.characters}
    heads = {
        who: re.split(r" (?:of|from|for|in|at|to)\b|,", calling)[0].split() for who, calling in told.items()
    }
    return {who: head[-1].casefold() for who, head in heads.items() if head}


def _calling_of(world: World, who: str) -> str:
    return _callings(world).get(who, "")


_OF_A_PERSON = frozenset({"opinion", "about", "who", "what_happened"})


def is_after_nobody(asked: Asked) -> bool:
    """Whether a question asks after a "him" or a "her" of whom nothing says who it is."""
    whom = _HIM_OR_HER.fullmatch(asked.words)
    return whom is not None and asked.topic is None and asked.thing is None


_HIM_OR_HER = re.compile(
    r"(?:and |so |but )?(?:"
    r"(?:do|did|would|can|could) (?:you|i|we) (?:really |even |still )?"
    r"(?:like|trust|love|hate|know|believe|miss|fear|get on with|get along with) (?:him|her)"
    r"|(?:what do you (?:think|make|know)|tell me) (?:of|about) (?:him|her)"
    r"|(?:are|were) you (?:afraid|fond|scared|jealous) of (?:him|her)"
    r"|(?:(?:what|how|where|why|who) )?(?:is|was|does|did|has) (?:he|she)\b.*)"
)


def _whom_meant(asked: Asked, words: str) -> str | None:
    """Whom the words mean: by name; a pronoun is whoever the player named before it, or whom the talk was of."""
    said = words_of(plain(words))
    by_name = _whom_in(asked, said)
    if by_name is not None or not said:
        return by_name
    gender = next((GENDERS[word] for word in said if word in GENDERS), None)
    if gender is None:
        return None
    before = (words_of(plain(asked.raw)), [*name_words(asked.state.focus.get(MATTER, ""))])
    spoken = next((one for text in before if (one := _whom_in(asked, text, gender)) is not None), None)
    if spoken is not None:
        return spoken
    held = asked.state.focus.get("him" if gender == "he" else "her")
    return held if held in asked.world.characters and held != asked.who else None


def _whom_in(asked: Asked, words: list[str], gender: str | None = None) -> str | None:
    """The last person other than the one asked whom the words call by name."""
    found: list[tuple[int, str]] = []
    for who, person in asked.world.characters.items():
        if who == asked.who or gender not in (None, person.pronoun):
            continue
        for name in (person.name, *person.aliases):
            for part in {tuple(name_words(name)), tuple(name_words(name.split()[0] if name[:1].isupper() else name)),
                         tuple(name_words(name.split()[-1] if name[:1].isupper() else name))}:  # fmt: skip
                parts = [one for one in part if one not in ("the", "mr", "mrs", "miss")]
                at = next(
                    (n for n in range(len(words)) if parts and words[n : n + len(parts)] == parts), None
                )
                if at is not None:
                    found.append((at + len(parts), who))
    return max(found, default=(0, None))[1]


def _bond(asked: Asked, who: str, toward: str) -> Relation:
    return asked.state.characters[who].toward(toward)


def people_about(asked: Asked) -> list[str]:
    """The people who live about here, as far as the one asked knows them."""
    people = asked.state.characters
    return [
        who
        for who in asked.world.characters
        if who != asked.who
        and people[who].alive
        and people[who].place != NOWHERE
        and not is_animal(asked.world, who)
        and is_known_to(asked, who)
        and not is_hidden(asked, who)
    ]


_ANYBODY = frozenset({"anybody", "anyone", "somebody", "someone", "who"})


def _how_they_are_liked(asked: Asked, question: PeopleQuestion) -> Said | None:
    """Whether another likes them: as they have it from living with them."""
    whom = _whom_meant(asked, question.whom)
    if not _ANYBODY.isdisjoint(question.whom.split()):
        whom = max(people_about(asked), key=lambda who: _fondness(asked, who, asked.who), default=None)
        if whom is None or _fondness(asked, whom, asked.who) <= 0:
            return "feeling", asked.replies("liked_by_none")
    if whom is None:
        return None
    bond, name = _bond(asked, whom, asked.who), asked.world.characters[whom].name
    warm = bond.affection + bond.trust
    kind = (
        "likes_me"
        if warm > 0
        else "mislikes_me"
        if warm < 0
        else "fears_me"
        if bond.fear
        else "unknown_to_me"
    )
    return "feeling", asked.replies(kind, who=name)


_MEASURED = {"closest": ("affection", "fond"), "trusted": ("trust", "trusts"), "disliked": ("", "dislikes")}


def _foremost(asked: Asked, kind: str) -> Said:
    """Whom they like, trust or dislike most."""
    axis, told = _MEASURED[kind]

    def weight(who: str) -> int:
        mine, theirs = _bond(asked, asked.who, who), _bond(asked, who, asked.who)
        if kind == "disliked":
            return -(mine.affection + mine.trust)
        own: int = getattr(mine, axis)
        return own if kind == "trusted" else 2 * own + theirs.affection + min(0, mine.trust + own)

    best = max(people_about(asked), key=weight, default=None)
    if best is None or weight(best) <= 0:
        return "feeling", asked.replies("nobody_more")
    return "feeling", asked.replies(told, who=asked.world.characters[best].name)


def _who_minds(asked: Asked, question: PeopleQuestion) -> Said | None:
    """Who looks after somebody: whoever is fondest of them, of those who are about."""
    own = not {"you", "yourself"}.isdisjoint(question.whom.split())
    whom = asked.who if own else _whom_meant(asked, question.whom)
    if whom is None:
        return None
    near = [who for who in (*people_about(asked), asked.who) if who != whom]
    best = max(near, key=lambda who: _fondness(asked, who, whom), default=None)
    name = asked.world.characters[whom].name
    if best is None or _fondness(asked, best, whom) <= 0:
        return "sight", asked.replies("minds_oneself") if own else asked.replies("minded_by_none", who=name)
    if best == asked.who:
        return "sight", asked.replies("minds_them", who=name)
    return "sight", asked.replies("minded_by", who=asked.world.characters[best].name)


def _fondness(asked: Asked, who: str, whom: str) -> int:
    bond = _bond(asked, who, whom)
    return 2 * bond.affection + bond.trust


# Of a calling as somebody's, the one on its other side: whose grandson one is, is one's grandmother.
_SIDES = (
    ({"grandson", "granddaughter", "grandchild"}, {"grandmother", "grandfather", "gran", "grandma", "grandpa"}),
    ({"son", "daughter", "child", "boy", "girl"}, {"mother", "father", "parent", "mum", "dad", "mama", "papa"}),
    ({"nephew", "niece"}, {"uncle", "aunt"}),
    ({"wife"}, {"husband"}),
    ({"brother", "sister"}, {"brother", "sister"}),
    ({"steward", "servant", "apprentice", "secretary", "thrall", "man", "clerk", "hand", "assistant", "maid", "cook"},
     {"master", "mistress", "boss", "employer", "chief", "lord", "lady", "captain"}),
)  # fmt: skip
_LEADING = frozenset(
    "boss master mistress chief leader captain superior employer lord lady head ruler".split()
)
_FRIENDLY = frozenset({"friend", "mate", "pal", "sweetheart", "favourite"})
_OF_SOMEBODY = re.compile(r"\b(?P<name>[A-Z]\w+)['’]s (?P<what>(?:\w+ )?\w+)")


def _what_they_are(asked: Asked, question: PeopleQuestion) -> Said | None:
    """Whether somebody is their sister, their master, their friend; else what there is between them."""
    whom = _whom_meant(asked, question.whom)
    if whom is None:
        return None
    role, other = question.role.split()[-1], asked.world.characters[whom]
    asked_of_them = re.match(r".*\bare you\b", asked.words) is not None  # "are you his daughter?"
    theirs, mine = _called_of(other, asked.person), _called_of(asked.person, other)
    if asked_of_them:
        theirs, mine = mine, theirs
    if role in _FRIENDLY:
        return "feeling", feeling_about(asked, whom)
    if role in theirs or any(
        (role in one and mine & two) or (role in two and mine & one) for one, two in _SIDES
    ):
        return "sight", asked.replies("yes")
    if role in _LEADING and not asked_of_them and leader_of(asked.world, asked.state) == whom:
        return "sight", asked.replies("yes")
    told = said_of_oneself(asked.world, whom)
    return "sight", asked.every_reply("is_what" if _may_be_kin(asked, role, other) else "is_other", tale=told)


def _may_be_kin(asked: Asked, role: str, other: Character) -> bool:
    """Whether somebody may be of their family, or what else is asked, for all that their writer says of either."""
    if not any(role in one | two for one, two in _SIDES):
        return True
    said = {word for text in (*texts_of(asked.person), *texts_of(other)) for word in words_of(plain(text))}
    return role in said and _OF_SOMEBODY.search(other.persona) is None


def _called_of(person: Character, other: Character) -> set[str]:
    """What a person is of another's, by the persona: of "Ragnhild's grandson" the word "grandson"."""
    names = {word.casefold() for name in (other.name, *other.aliases) for word in name.split()}
    found: set[str] = set()
    for match in _OF_SOMEBODY.finditer(person.persona):
        if match["name"].casefold() in names:
            found |= set(match["what"].casefold().split())
    return found


def _where_they_are(asked: Asked, question: PeopleQuestion) -> Said | None:
    """Where each of several is, as far as they know."""
    if not question.whom:
        told = who_lives_here(asked)
        return ("sight", told) if told else None
    people = [_whom_meant(asked, part) for part in re.split(r" and | , |, ", question.whom)]
    if len([one for one in people if one is not None]) < 2:
        return None
    places = [texts[0] for one in people if one is not None and (texts := whereabouts(asked, one))]
    return ("sight", (" ".join(places),)) if places else None


_WAYS = {
    "upstairs": "up",
    "above": "up",
    "overhead": "up",
    "downstairs": "down",
    "below": "down",
    "underneath": "down",
}


def _who_is_about(asked: Asked, question: PeopleQuestion) -> Said | None:
    """Who else is about; with a way, who is off that way."""
    if not question.role:
        told = who_lives_here(asked)
        return ("sight", told) if told else ("sight", asked.replies("nobody_else"))
    way = _WAYS.get(question.role, question.role.split()[0])
    off = _beyond(asked, DIRECTIONS.get(way, way))
    there = [
        (asked.world.characters[who].name, name_of(asked.world, place))
        for who in people_about(asked)
        if (place := haunt(asked.world.characters[who])) in off and place is not None
    ]
    if not there:
        return "sight", asked.replies("nobody_there")
    return "sight", asked.every_reply(
        "others", tale=f"There's {join_names([f'{who} at {at}' for who, at in there[:4]])}."
    )


def _beyond(asked: Asked, way: str) -> set[str]:
    """The places that lie one way from here, and all that one gets to through them without coming back."""
    here = asked.state.place
    found = {one.to for one in exits(asked.world, asked.state) if way in one.direction}
    queue = [*found]
    for place in queue:
        for one in exits(asked.world, asked.state, place):
            if one.to != here and one.to not in found and way in one.direction:
                found.add(one.to)
                queue.append(one.to)
    return found


_WHO_IS = re.compile(
    r"(?:(?:and|but|so|wait|hm|well|sorry|hang on) )*(?:who|whom|which one) "
    r"(?:is|was|are|were|do you mean by|did you mean by) "
    r"(?P<one>he|she|they|him|her|them)(?: then| exactly)?"
)
_GENDERS = {"he": "he", "him": "he", "she": "she", "her": "she"}
_SAID_OF = {"he": {"he", "him", "his"}, "she": {"she", "her", "hers"}, None: {"they", "them", "their"}}
_LAST = 2  # sayings in which whoever was spoken of is named


def of_whom_they_spoke(asked: Asked) -> tuple[str, ...] | None:
    """Whom they meant by the "he" or "she" of their own last words: who is named there, else that they name nobody."""
    found = _WHO_IS.fullmatch(" ".join(word for word in words_of(asked.words) if word.isalnum()))
    sayings = sayings_of(asked.world, asked.state, asked.who)[:_LAST]
    if found is None or not sayings:
        return None
    gender = _GENDERS.get(found["one"])
    spoken = set(words_of(plain(sayings[0].text)))
    if spoken.isdisjoint(_SAID_OF[gender]):
        return None
    for saying in sayings:
        for who, person in asked.world.characters.items():
            if who == asked.who or person.is_nameless or (gender and person.pronoun != gender):
                continue
            if any(re.search(rf"\b{re.escape(name)}\b", saying.text) for name in _proper(person)):
                return asked.replies("meant_one", who=person.name)
    return asked.replies("of_it_who")


def _proper(person: Character) -> list[str]:
    """The names of somebody that begin with a capital, whole and by their parts."""
    names = (person.name, *person.name.split(), *person.aliases)
    return [name for name in names if name[:1].isupper() and len(name) > 2]
