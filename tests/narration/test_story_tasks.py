"""Work beside the play: one task a story, waited for or given up."""

from __future__ import annotations

import asyncio

from gamemaster.narration.story_tasks import StoryTasks


async def test_a_story_is_at_work_until_its_task_is_over() -> None:
    tasks, may_end = StoryTasks("trying"), asyncio.Event()

    async def work() -> None:
        await may_end.wait()

    tasks.start("one", work())
    assert "one" in tasks
    assert "other" not in tasks
    assert len(tasks) == 1
    may_end.set()
    await tasks.wait_until_idle()
    assert "one" not in tasks
    assert not tasks


async def test_work_that_work_begins_is_waited_for_too() -> None:
    tasks, done = StoryTasks("trying"), list[str]()

    async def second() -> None:
        for _ in range(10):  # well after the work that began it
            await asyncio.sleep(0)
        done.append("second")

    async def first() -> None:
        tasks.start("other", second())

    tasks.start("one", first())
    await tasks.wait_until_idle()
    assert done == ["second"]


async def test_a_story_whose_work_is_just_over_can_begin_anew_and_keeps_the_new_task() -> None:
    tasks, may_end = StoryTasks("trying"), asyncio.Event()

    async def begin_anew() -> None:
        tasks.start("one", may_end_work())

    async def may_end_work() -> None:
        await may_end.wait()

    tasks.start("one", begin_anew())
    for _ in range(3):  # the first task ends, and is forgotten
        await asyncio.sleep(0)
    assert "one" in tasks, "only the old task was forgotten"
    may_end.set()
    await tasks.wait_until_idle()


async def test_work_that_is_given_up_does_not_end() -> None:
    tasks, done = StoryTasks("trying"), list[str]()

    async def work() -> None:
        await asyncio.Event().wait()
        done.append("never")

    tasks.start("one", work())
    await tasks.close()
    await tasks.wait_until_idle()
    assert not done
    assert not tasks
