"""Which turns of a run the understudy told in the model's place."""

import pytest

from gamemaster.replay.run import Side, SideSpan

BACK = SideSpan(kind="aside", text="You see no church here.")
TOLD = SideSpan(kind="narration", text="Snow falls.")


@pytest.mark.parametrize(
    ("narrator", "spans", "stepped_in"),
    [
        ("model", [TOLD], False),
        ("ruled by model, told by understudy", [TOLD], True),
        ("ruled by model, told by understudy", [TOLD, BACK], True),
        ("ruled by model, told by understudy", [BACK], False),
        ("understudy", [], True),
    ],
)
def test_what_is_only_asked_back_is_no_stepping_in(
    narrator: str, spans: list[SideSpan], stepped_in: bool
) -> None:
    assert Side(narrator=narrator, spans=spans).understudy_stepped_in is stepped_in
