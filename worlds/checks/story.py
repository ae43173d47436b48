"""All checks of a world as a story, in order."""

from __future__ import annotations

from worlds.checks.actions import (
    check_beats,
    check_company,
    check_difficulties,
    check_empty,
    check_idle_fields,
    check_levels,
    check_matters,
    check_order,
    check_rewards,
    check_variants,
)
from worlds.checks.circles import check_circles
from worlds.checks.conditions import check_conditions, check_line_dispositions
from worlds.checks.endings import check_endings, check_lost_paths, check_reached, check_twins
from worlds.checks.loose_ends import (
    check_brought,
    check_facts,
    check_flags,
    check_promises,
    check_tags,
    check_verbs,
    check_witness_words,
)
from worlds.checks.names import check_names, check_phrases
from worlds.checks.oneself import check_oneself
from worlds.checks.opposites import check_opposites
from worlds.checks.places import check_reach, check_ways
from worlds.checks.prose import (
    check_commas,
    check_lines,
    check_pairs,
    check_personas,
    check_prose,
    check_replies,
    check_silence,
    check_stars,
    check_word_lists,
)
from worlds.checks.reachability import explore
from worlds.checks.style import (
    check_asides,
    check_doubled_words,
    check_language,
    check_lengths,
    check_lore,
    check_thing_names,
    check_twice_written,
)
from worlds.checks.subject import Subject
from worlds.checks.theme import check_theme
from worlds.checks.whereabouts import check_whereabouts
from worlds.problems import WorldError
from worlds.references import Parts
from worlds.schema import World
from worlds.source import Source

# Of any world, even of one with other faults.
_ALWAYS = (
    check_ways, check_theme, check_conditions, check_line_dispositions, check_oneself, check_beats, check_company,
    check_empty, check_names, check_prose, check_pairs, check_personas, check_lines, check_commas, check_stars,
    check_word_lists, check_replies, check_levels, check_twins,
    check_lost_paths, check_thing_names, check_doubled_words, check_silence,
    check_language, check_lengths, check_twice_written, check_asides,
    check_lore, check_phrases, check_matters, check_opposites,
)  # fmt: skip
# Of a whole world: what is missing may stand in what could not be read.
_OF_WHOLE = (
    check_flags, check_facts, check_promises, check_brought, check_endings, check_order, check_difficulties,
    check_rewards, check_idle_fields, check_variants, check_tags, check_witness_words, check_verbs,
    check_whereabouts,
)  # fmt: skip


def check_story(source: Source, world: World, parts: Parts, *, whole: bool) -> list[WorldError]:
    """Findings in the story. What is missing can be told only of a world that is `whole`."""
    subject = Subject(source, world, parts)
    found = [error for check in _ALWAYS for error in check(subject)]
    if whole:
        found += [error for check in _OF_WHOLE for error in check(subject)]
        reach = explore(subject)
        found += check_reach(subject)
        if all(error.kind != "contradiction" for error in found):  # what can never be waits for nothing
            found += check_circles(subject, reach)
        explained = any(
            error.kind in {"unset", "unreached", "circle", "ending", "contradiction"} for error in found
        )
        found += check_reached(subject, reach, explained)
    return found
