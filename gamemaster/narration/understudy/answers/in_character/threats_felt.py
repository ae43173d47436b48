"""How somebody takes a threat first, whatever they say to it then: by their fear and how they stand. Pure."""

from __future__ import annotations

from gamemaster.language.wording.gesture_lines import about, gesture_lines
from gamemaster.language.wording.paragraphs import has_words
from gamemaster.language.wording.replies import reply
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.understudy.answers.in_character.answer_sources import BESIDE_IT
from gamemaster.narration.understudy.deeds.bodily_answers import bond_of
from gamemaster.rules.draft import Draft
from gamemaster.rules.proposal import Answer, Discuss, Intent, Operation
from gamemaster.rules.stances.favours import is_mild
from gamemaster.rules.state import digest


def with_threat_felt(draft: Draft, intent: Intent, said: list[Operation]) -> list[Operation]:
    """What they say, with what a threat does to them before it; in place of what does not answer it."""
    world, state = draft.world, draft.state
    who = next(iter(intent.objects), "")
    if intent.force != "threaten" or who not in state.present() or not has_words(world.characters[who]):
        return said
    person, bond = world.characters[who], bond_of(world, state, who)
    if any(isinstance(one, Answer) and one.who == who and one.source in BESIDE_IT for one in said):
        kind = "scared" if bond == "afraid" else "unmoved"
        texts = reply(person, kind, lambda text: digest(text) in state.told)
        others = [one for one in said if not (isinstance(one, Answer) and one.source in BESIDE_IT)]
        return [*others, Answer(who=who, texts=texts, source="manners")] if texts else said
    mild = is_mild(world, who, intent.topic or "")  # "or I'll ask every door" frightens nobody
    if mild or not any(isinstance(one, Discuss) and one.who == who for one in said):
        return said
    name = name_of(world, who)
    lines = (about(line, name, person.pronoun, named=False) for line in gesture_lines("fist", bond))
    return [Answer(who=who, texts=tuple(f"*{line}*" for line in lines), source="manners"), *said]
