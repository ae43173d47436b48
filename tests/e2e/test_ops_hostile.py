"""What a hostile player can have shown on the operator's page: it is text there, breaks nothing and hides nothing."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.reader import PATIENCE_MS, Reader
from tests.e2e.test_ops import WIDER_THAN_THE_SCREEN, open_ops

SCRIPT = (
    "</td></table><script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\">"
)
HIDDEN = "\u202enoitapo on si siht\u202c\u2066"  # turns what follows round
EMOJIS = "🧑\u200d🚒" * 64
CONTROL = "a\x00b\x07c\x1b[2J\r\nd\x7f\x85\ufeff"
UNBROKEN = "W" * 400
KINDS = {"script": SCRIPT, "hidden": HIDDEN, "emojis": EMOJIS, "control": CONTROL, "unbroken": UNBROKEN}
REPORT = """async ([turn, note]) => {
  const token = JSON.parse(localStorage.getItem("gamemaster.token"));
  const headers = {Authorization: `Bearer ${token}`, "Content-Type": "application/json"};
  const { stories } = await (await fetch("/api/stories", { headers })).json();
  const body = JSON.stringify({ note, share: true });
  const answer = await fetch(`/api/stories/${stories[0].id}/turns/${turn}/report`, { method: "POST", headers, body });
  return answer.status;
}"""
# Control characters, and what turns round what is read after it.
TURNING = r"/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/"
FOREIGN = (
    """() => document.querySelectorAll("#desk script, #desk img, #desk iframe, #desk [onerror]").length"""
)


def test_what_a_hostile_player_reports_is_text_and_stays_in_its_place(
    operator: Reader, player: Reader, tmp_path: Path
) -> None:
    player.visit().begin("lighthouse")
    for turn, text in enumerate(KINDS.values(), start=1):
        player.say(f"shout {text}")
        assert player.page.evaluate(REPORT, [turn, f"{text} the end"]) == 201
    page = open_ops(operator)
    title = page.title()
    rows = page.locator("#reports tbody tr")
    expect(rows.first).to_be_visible(timeout=PATIENCE_MS)
    assert "<script>" in rows.nth(0).inner_text(), "it is shown as what it is"
    for at in range(len(KINDS)):
        rows.nth(at).get_by_role("button", name="Show").click()
        card = page.locator("#reports .card-of")
        expect(card).to_contain_text(f"turn {at + 1},", timeout=PATIENCE_MS)
        expect(card).to_contain_text("the end")
        for width in (1360, 360):
            page.set_viewport_size({"width": width, "height": 1200})
            page.screenshot(path=tmp_path / f"hostile-{at}-{width}.png", full_page=True)
            assert page.evaluate(WIDER_THAN_THE_SCREEN) == [], (list(KINDS)[at], width)
    assert page.evaluate(FOREIGN) == 0
    assert page.title() == title
    assert (
        page.evaluate(f"document.body.innerText.match({TURNING})?.[0].codePointAt(0).toString(16) ?? null")
        is None
    )
