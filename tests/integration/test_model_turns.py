"""A model's turns on the real store, kept as the engine wrote them: any process goes on with the same prompt."""

from gamemaster.storage.postgres_store import PostgresStore
from tests.modelkit import PROSE, Actor, Stage, grows, outcome
from tests.storykit import Author

LOOK = outcome({"op": "look"})


async def test_another_process_goes_on_with_the_same_prompt(store: PostgresStore, author: Author) -> None:
    stage = Stage(Actor([LOOK, PROSE, "no outcome", PROSE, LOOK, PROSE, LOOK, PROSE, LOOK, PROSE]))
    await stage.move_to(store, author)
    for words in ("look around", 'look at Hild\'s "hall" – again ❄'):
        await stage.play(words)
    stage.state = (await store.load(stage.story, author.player)).state
    stage.restart()
    await stage.play("look around")
    assert grows(stage.prompts[:6])

    records = await store.turns(stage.story, author.player)
    assert [record.model.adjudicated_by for record in records if record.model] == [
        "model",
        "understudy",
        "model",
    ]
    assert all(stage.chat.decode(record.model.narration) == PROSE for record in records if record.model)

    undone = await store.undo(stage.story, 3, author.act_id())
    stage.state = undone.state
    await stage.play("look elsewhere")
    assert grows([*stage.prompts[:4], *stage.prompts[6:8]])

    branch = await store.branch(stage.story, author.player, "Branch", author.act_id(), turn=2)
    stage.story, stage.state = branch.id, branch.state
    await stage.play("look within")
    assert grows([*stage.prompts[:4], *stage.prompts[8:]])
