"""Which of a world's skills decides an idea that no rule foresaw: by what the skill covers, or by its name. Pure."""

from __future__ import annotations

from worlds.schema import Family, Skill, World

# The beginnings of words in a skill's identifier and name that say what it is for, where `covers` does not.
_NAMES: dict[Family, tuple[str, ...]] = {
    "force": ("strength", "might", "force", "brawn", "fight", "combat", "arms", "muscle", "violence", "body"),
    "quiet": ("stealth", "sneak", "quiet", "hid", "shadow", "subtlety", "burglary"),
    "speech": ("speech", "guile", "charm", "tact", "persua", "deceit", "charisma", "talk", "manner", "rhetoric"),
    "craft": ("craft", "hand", "tool", "tinker", "repair", "mechanic", "dexterity", "agility", "finesse", "skill"),
    "wits": ("wit", "lore", "mind", "observ", "percep", "knowledge", "learning", "insight", "intell", "sense"),
    "endurance": ("endur", "hardi", "stamina", "grit", "nerve", "will", "resolve", "courage", "tough"),
}  # fmt: skip
# Where a world has no skill for a family, the next best.
_INSTEAD: dict[Family, Family] = {
    "force": "endurance", "endurance": "force", "wits": "craft", "quiet": "craft", "speech": "wits", "craft": "wits",
}  # fmt: skip
UNSKILLED = 2  # added to the die where nothing in the world stands for a family


def skill_for(world: World, family: Family) -> str | None:
    """The skill for a family, or for one that may stand in for it; None where the world has nothing of the kind."""
    seen: list[Family] = []
    wanted: Family = family
    while wanted not in seen:
        seen.append(wanted)
        found = next((skill.id for skill in world.skills.values() if wanted in _covers(skill)), None)
        if found is not None:
            return found
        wanted = _INSTEAD[wanted]
    return None


def _covers(skill: Skill) -> tuple[Family, ...]:
    if skill.covers:
        return skill.covers
    words = (*skill.id.split("_"), *skill.name.casefold().split())
    return tuple(
        family for family, starts in _NAMES.items() if any(word.startswith(starts) for word in words)
    )
