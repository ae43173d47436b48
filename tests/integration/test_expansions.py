"""Migrations expand before they contract: the code of before works on the tables of after."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.engine import make_url

from gamemaster.storage import migrate as migrating
from gamemaster.storage.migrate import MigrationError, alembic_config, migrate, upgrade_engine
from gamemaster.storage.postgres_store import PostgresStore
from tests.storykit import Author

pytestmark = pytest.mark.integration
HEAD = ScriptDirectory.from_config(alembic_config()).get_current_head()
COLUMNS = """
SELECT table_name, column_name, data_type, udt_name, is_nullable, column_default, is_identity
FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'alembic_version'
"""
CONSTRAINTS = """
SELECT conrelid::regclass::text AS table_name, conname AS name, pg_get_constraintdef(oid) AS definition
FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
UNION ALL
SELECT indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid)
FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
WHERE indisunique AND relnamespace = 'public'::regnamespace
"""
Tables = dict[tuple[str, str], tuple[Any, ...]]

EXPANSION = """
import sqlalchemy as sa
from alembic import op
revision, down_revision = "9001", {head!r}
branch_labels = depends_on = None
def upgrade():
    op.add_column("turns", sa.Column("mood", sa.Text))
    op.add_column("stories", sa.Column("stars", sa.Integer, nullable=False, server_default="0"))
    op.create_table("moods", sa.Column("name", sa.Text, primary_key=True))
"""
CONTRACTION = """
from alembic import op
revision, down_revision, works_with = "9002", "9001", "9001"
branch_labels = depends_on = None
def upgrade():
    op.drop_column("stories", "name")
"""


def config_with(folder: Path) -> Config:
    """Alembic's, with more migrations."""
    config = alembic_config()
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", f"{migrating.SCRIPTS / 'versions'}\n{folder}")
    return config


async def rows(url: str, query: str) -> list[tuple[Any, ...]]:
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    connection = await asyncpg.connect(plain)
    try:
        return [tuple(row) for row in await connection.fetch(query)]
    finally:
        await connection.close()


async def tables_of(url: str) -> tuple[Tables, Tables]:
    """Columns and constraints, each by its table and name."""
    columns, constraints = await rows(url, COLUMNS), await rows(url, CONSTRAINTS)
    return {row[:2]: row[2:] for row in columns}, {row[:2]: row[2:] for row in constraints}


def breaks(before: tuple[Tables, Tables], after: tuple[Tables, Tables]) -> list[str]:
    """What code that knows the tables of before cannot live with."""
    found = []
    for old, new in zip(before, after, strict=True):
        found += [
            f"{table}.{name} is gone or differs"
            for (table, name), is_ in old.items()
            if new.get((table, name)) != is_
        ]
    known = {table for table, _ in before[0]}
    for (table, name), (_, _, nullable, default, identity) in after[0].items():
        if (
            table in known
            and (table, name) not in before[0]
            and nullable == "NO"
            and default is None
            and identity == "NO"
        ):
            found.append(f"{table}.{name} must be given, and nobody knows of it")
    new_bounds = after[1].keys() - before[1].keys()
    return found + [f"{table} has a new bound, {name}" for table, name in new_bounds if table in known]


async def upgrade(url: str, revision: str, config: Config) -> None:
    engine = upgrade_engine(url)
    async with engine.begin() as connection:

        def run(inner: object) -> None:
            config.attributes["connection"] = inner
            command.upgrade(config, revision)

        await connection.run_sync(run)
    await engine.dispose()


async def test_every_migration_is_an_expansion_or_says_since_when_it_is_none(database_url: str) -> None:
    config = alembic_config()
    before: tuple[Tables, Tables] = ({}, {})
    for script in reversed(list(ScriptDirectory.from_config(config).walk_revisions())):
        await upgrade(database_url, script.revision, config)
        after = await tables_of(database_url)
        if not hasattr(script.module, "works_with"):
            assert breaks(before, after) == [], f"{script.revision}: see migrations/README.md"
        before = after


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("ALTER TABLE turns DROP COLUMN digest", "turns.digest is gone"),
        ("ALTER TABLE turns ALTER words TYPE varchar", "turns.words is gone or differs"),
        ("ALTER TABLE stories RENAME name TO title", "stories.name is gone"),
        ("ALTER TABLE stories ADD stars int NOT NULL", "stories.stars must be given"),
        ("ALTER TABLE stories ADD CHECK (seed > 0)", "stories has a new bound"),
        ("CREATE UNIQUE INDEX one_world ON stories (world)", "stories has a new bound, one_world"),
        ("ALTER TABLE stories ALTER name SET NOT NULL", "stories.name is gone or differs"),
    ],
)
async def test_what_is_no_expansion_is_found(migrated_url: str, change: str, found: str) -> None:
    before = await tables_of(migrated_url)
    await rows(migrated_url, change)
    assert found in " ".join(breaks(before, await tables_of(migrated_url)))


async def play_on(author: Author, story_id: str) -> None:
    """Everything that the code writes: turns, an undo, a branch, another story."""
    story = await author.store.load(story_id, author.player)
    played = await author.play(story, turns=2)
    await author.store.undo(story_id, played.turn, author.act_id())
    await author.store.branch(story_id, author.player, "Kept", author.act_id(), 1)
    await author.play(await author.begin())
    assert len(await author.store.list_stories(author.player)) > 1


async def test_the_code_of_before_runs_on_and_comes_back_until_a_contraction(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def as_newer_code(act: Callable[[], Any]) -> Any:
        with monkeypatch.context() as patch:
            patch.setattr(migrating, "alembic_config", lambda: config_with(tmp_path))
            return asyncio.run(act())

    await migrate(database_url)
    store = PostgresStore.at(database_url)
    author = Author(store, await store.create_player())
    story = await author.begin()
    await author.play(story)
    (tmp_path / "9001_moods.py").write_text(EXPANSION.format(head=HEAD))
    done = await asyncio.to_thread(as_newer_code, lambda: migrate(database_url))
    assert (done.before, done.after) == (HEAD, "9001")
    await play_on(author, story.id)  # with the connections, and the plans, of before
    await store.close()
    # The older code is started again.
    assert (await migrate(database_url)).after == "9001"
    again = PostgresStore.at(database_url)
    await play_on(Author(again, author.player, author.acts), story.id)
    await again.close()
    (tmp_path / "9002_no_names.py").write_text(CONTRACTION)
    await asyncio.to_thread(as_newer_code, lambda: migrate(database_url))
    with pytest.raises(MigrationError, match="taken away what this one uses"):
        await migrate(database_url)
