"""`gamemaster/README.md` is a map: a newcomer with a question finds the path in two guesses, and the path is there.

A question is answered as a reader's eye does it: the rows of the map that share its words, rare words first. The path
must be named in one of the best two.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from pathlib import Path

import pytest

ROOM = Path(__file__).parents[1] / "gamemaster"
MAP = (ROOM / "README.md").read_text(encoding="utf-8")
GUESSES = 2
ASKING = set(
    "a an and are as at by do does for from how i in is it its of on that the to what when where which who".split()
)
MOST_WORDS = 40
QUESTIONS = {
    "Where is the d20 rolled?": "rules/dice.py",
    "Who writes a frame to Redis?": "storage/frame_log.py",
    "Which operations open a locked door?": "rules/operations/physical_operations.py",
    "Who decides what came of an outcome?": "rules/referee.py",
    "Where do hunger and cold grow with time?": "rules/clock.py",
    "Where does a wounded player die?": "rules/health.py",
    "Where does trust between people change?": "rules/relationships.py",
    "How is a world's `when:` evaluated?": "rules/conditions.py",
    "What may a narrator propose for a turn?": "rules/proposal.py",
    "Where is a stored state migrated to a new version?": "rules/upkeep/state_versions.py",
    "What happens to a story when its world was edited?": "rules/upkeep/world_upgrade.py",
    "Which part of a condition fails, and why?": "rules/explanation.py",
    "Who watches the folders of worlds?": "play/world_watch.py",
    "Where are kept plays played again?": "authoring/skein/",
    "Where do typed words become intents?": "language/understanding.py",
    "Where do I add a synonym of a verb?": "language/tables/lexicon.py",
    "What finds a topic by its meaning?": "narration/understudy/answers/in_character/meaning.py",
    "How are the weights of the encoder trained?": "authoring/encoder_training.py",
    "Who corrects misspelt words?": "language/names/corrections.py",
    "How is a ruling turned into prose without a model?": "narration/understudy/prose.py",
    "Where are suggestions for the player made?": "narration/understudy/suggestions.py",
    "Where is the wording of the prompt?": "narration/prompts/head_text.py",
    "Which JSON schema constrains an outcome?": "narration/prompts/outcome_schema.py",
    "When does a new epoch of the prompt begin?": "narration/prompts/compaction.py",
    "What happens under load: the ladder?": "narration/model/degradation.py",
    "Where does text of an OpenAI-style model server come from?": "narration/model/chat_source.py",
    "Who goes on when the engine is lost?": "narration/handover.py",
    "Which code runs one turn from accepted words to the commit?": "play/turn.py",
    "Where is undo handled for a live story?": "play/live_story.py",
    "Who sends frames to all clients that follow a story?": "play/followers.py",
    "Where do I add a field to the commit frame?": "protocol/messages.py",
    "Where is the header of a binary audio frame?": "protocol/audio_frames.py",
    "Where is a player's token signed?": "protocol/auth_tokens.py",
    "What does the panel show of the state?": "protocol/state_view.py",
    "Where is /readyz answered?": "server/rest/health_routes.py",
    "Where does a text end when its listener interrupts?": "speech/playback_position.py",
    "Where is a speech codec chosen and an utterance encoded?": "speech/broadcast.py",
    "Which transaction commits a turn in Postgres?": "storage/postgres_store.py",
    "What makes one worker the only writer of a story?": "storage/leases.py",
    "How often may a player act?": "storage/rate_limit.py",
    "What do witnesses who were there keep?": "memory/witnessing.py",
    "What does a line of a recording mean?": "recording/format.py",
    "Where is personal data taken out of an export?": "recording/scrub.py",
    "Where is a setting such as GM_PORT defined?": "config/settings.py",
    "What supervises a child process?": "hosting/supervisor.py",
    "Where are adapters made and put together?": "bootstrap.py",
    "Where is goodput decided?": "replay/load/objectives.py",
    "Where are thresholds of the gate checked?": "replay/report/gate.py",
    "Where do I change how long a player may wait for the model?": "narration/options.py",
    "Where do I add a table to the database?": "storage/tables.py",
    "How do I make people forget sooner?": "../npcs/forgetting.py",
    "Where is a promise kept or broken?": "rules/relationships.py",
    "Where is the page's German translation?": "server/web/words/de.json",
    "What happens when Postgres dies?": "hosting/keeper.py",
    "Where is a turn undone?": "play/live_story.py",
    "Where is a world's YAML read and checked?": "../worlds/loader.py",
    "Who answers out of a line that a writer wrote?": "narration/understudy/answers/in_character/line_answers.py",
    "Where is a player banned or muted?": "server/ops/",
    "Where do orders to go somewhere become a route?": "language/walks/movement.py",
}


def words(text: str) -> set[str]:
    """The words of a text that say what it is about, without the ends that grammar gives them."""
    found = set(re.findall(r"[a-z0-9_]+", text.lower())) - ASKING
    return {re.sub(r"(?<=\w{3})(?:ies|ed|es|s|d)$", "", word) for word in found}


ROWS = [line for line in MAP.splitlines() if re.match(r"(?:\| `|\d\. |   )", line)]
FREQUENCY = Counter(word for row in ROWS for word in words(row))


def best_rows(question: str) -> list[str]:
    """The rows that share most with the question, a rare word counting more than a common one."""

    def score(row: str) -> float:
        shared = words(question) & words(row)
        return sum(math.log(len(ROWS) / FREQUENCY[word]) for word in shared)

    return sorted(ROWS, key=score, reverse=True)[:GUESSES]


def named_paths() -> set[str]:
    return set(re.findall(r"`([\w./]+(?:\.py|/))`", MAP)) | set(re.findall(r"\]\(([\w./]+)\)", MAP))


def test_every_path_that_is_named_is_there() -> None:
    assert len(named_paths()) > 100
    assert [path for path in sorted(named_paths()) if not (ROOM / path).exists()] == []


@pytest.mark.parametrize(("question", "path"), QUESTIONS.items(), ids=QUESTIONS.values())
def test_a_question_is_answered_in_two_guesses(question: str, path: str) -> None:
    assert any(f"`{path}`" in row for row in best_rows(question)), best_rows(question)


def test_every_room_is_on_the_map() -> None:
    rooms = {path.parent.name for path in ROOM.glob("*/__init__.py")}
    assert {room for room in rooms if f"[{room}]({room}/)" not in MAP} == set()


def test_the_glossary_is_short_and_says_nothing_twice() -> None:
    rows = re.findall(r"^\| ([^|]+) \|", MAP.partition("## Glossary")[2], re.MULTILINE)
    terms = [row for row in rows if row not in ("word", "---")]
    assert 20 < len(terms) <= MOST_WORDS
    assert len(set(terms)) == len(terms)
    assert terms == sorted(terms), "in alphabetical order"


def test_there_are_questions_enough() -> None:
    assert len(QUESTIONS) >= 40
