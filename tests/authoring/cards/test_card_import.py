"""Cards and lorebooks of every version and oddity, into a world that can be played."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from gamemaster.authoring.cards.card_export import card_of, write_card
from gamemaster.authoring.cards.card_import import import_file
from gamemaster.authoring.cards.import_report import ImportReport
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import new_story
from tests.authoring.cards import samples
from worlds.loader import check_world, load_world
from worlds.schema import World

FERRY = Path(__file__).parents[2] / "worlds" / "corpus" / "ferry"
ICON = samples.png([])
BOTH = samples.png([samples.text_chunk("chara", samples.v1()), samples.text_chunk("ccv3", samples.v3())])
CARD = json.dumps(samples.v3()).encode()
CHARX = samples.charx({"card.json": CARD, "assets/icon/main.png": ICON})


def import_sample(tmp_path: Path, name: str, content: Any, **options: Any) -> tuple[World, ImportReport]:
    report = import_file(samples.save(tmp_path, name, content), new=tmp_path / "sera", **options)
    return load_world(report.folder), report


@pytest.mark.parametrize(
    ("name", "content", "form"),
    [
        ("v1.json", samples.v1(), "V1"),
        ("v2.json", samples.v2(), "V2"),
        ("v3.json", samples.v3(), "V3"),
        ("bom.json", b"\xef\xbb\xbf" + json.dumps(samples.v2()).encode(), "V2"),
        ("v2.png", samples.png([samples.text_chunk("chara", samples.v2())]), "PNG"),
        ("v3.png", BOTH, "V3"),
        ("only.png", samples.png([samples.text_chunk("ccv3", samples.v3())]), "V3"),
        ("moving.png", samples.png([samples.text_chunk("chara", samples.v2())], animated=True), "APNG"),
        ("v3.charx", CHARX, "CHARX"),
        ("folder.charx", samples.charx({"sera/card.json": CARD, "sera/assets/a.png": ICON}), "CHARX"),
        ("capitals.charx", samples.charx({"./CARD.JSON": CARD}), "CHARX"),
        ("list.json", [samples.v2()], "V2"),
        ("text.json", json.dumps(json.dumps(samples.v2())).encode(), "V2"),
        ("inner.json", {**samples.v2(), "data": json.dumps(samples.v2()["data"])}, "V2"),
        ("pygmalion.json", {"char_name": "Seraphina", "char_persona": samples.BODY["description"],
                            "char_greeting": "Hello.", "world_scenario": "A glade.", "example_dialogue": ""}, "older"),
    ],
)  # fmt: skip
def test_a_card_of_any_form_becomes_a_world_that_can_be_played(
    tmp_path: Path, name: str, content: Any, form: str
) -> None:
    world, report = import_sample(tmp_path, name, content)
    assert form in report.form
    person = world.characters["seraphina"]
    assert person.persona.startswith("Seraphina is a guardian")
    assert "{{" not in world.model_dump_json()
    assert person.pronoun == "she"
    assert [str(error) for error in check_world(report.folder) if error.severity == "fault"] == []
    assert play(world, new_story(world, 1), "look at seraphina").spans


def test_every_field_has_its_place(tmp_path: Path) -> None:
    world, report = import_sample(tmp_path, "v3.json", samples.v3())
    person = world.characters["seraphina"]
    assert person.aliases == ("Sera",)
    assert person.manner == "caring, protective, slow to anger"
    assert len(person.examples) == 2
    assert person.openings == ("@seraphina: Back so soon?\n\nShe asks.", "She is asleep.")
    assert person.credits is not None
    assert (person.credits.author, person.credits.version) == ("somebody", "1.2")
    assert person.credits.source == "https://x.test/1"
    assert world.opening[0].text[0].split("\n\n") == [
        "You wake with a start.", "@seraphina: You are awake!", "She kneels.",
        "@seraphina: I am Seraphina, the stranger.",
    ]  # fmt: skip
    assert {lore.logic for lore in world.lore.values()} == {"any", "not_any"}
    named = "\n".join(report.unexpressed)
    for what in (
        "system_prompt",
        "post_history_instructions",
        "group_only_greetings",
        "depth_prompt",
        "scan_depth",
    ):
        assert what in named
    assert "no licence is named" in "\n".join(report.changed)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ({**samples.v2(nickname="Sera"), "spec": "chara_card_v2"}, "a V3 body under a V2 name"),
        ({**samples.v2(), **samples.BODY, "name": "Another"}, "name differ, and `data` was taken"),
        ({**samples.v3(), "spec_version": "4.1"}, "spec_version is '4.1'"),
        ({**samples.v3(), "spec": "chara_card_v9"}, "spec is 'chara_card_v9'"),
        (samples.v2(tags="a, b"), "`tags` is one text"),
        (samples.v2(personality=["kind", "slow"]), "`personality` is list"),
        (samples.v2(name=None, nickname="Sera"), "the card has no name"),
        (samples.v2(strange_field={"a": 1}), "`strange_field`, a field that is not known"),
        (samples.v2(first_mes="Hi {{random:a,b}} {{roll:d6}} {{getvar::x}}"), "pinned to its first choice"),
        (samples.v2(first_mes="Look ![pic](http://x.test/a.png) <b>here</b>"), "pictures taken out"),
        (samples.v2(alternate_greetings=None, extensions=None, character_book=None), "no licence"),
        (samples.v2(first_mes="\x07Bell\x00"), "control characters"),
        (samples.v2(description="bad \ud83d sign"), "control characters"),
        (samples.v2(name="セラフィナ"), "no licence"),
        (samples.v2(first_mes='"Hi," she says. ' * 4000), "a greeting beyond its first"),
        (samples.v2(first_mes="{{char}}: Hello.\n{{user}}: Hi."), "macros expanded"),
        (samples.v2(character_book={"entries": {"0": {"keys": ["a b"], "content": "x"}}}), "no licence"),
    ],
)
def test_an_oddity_is_read_and_named(tmp_path: Path, content: Any, says: str) -> None:
    world, report = import_sample(tmp_path, "card.json", content)
    assert says in "\n".join(report.changed + report.unexpressed)
    assert world.characters


def test_a_picture_is_found_in_a_folder_of_the_archive_and_entries_without_their_book(tmp_path: Path) -> None:
    card = json.dumps(samples.v3()).encode()
    _, report = import_sample(
        tmp_path, "f.charx", samples.charx({"s/card.json": card, "s/assets/icon.png": ICON})
    )
    assert any("1 picture" in line for line in report.kept)
    folder = tmp_path / "ferry"
    shutil.copytree(FERRY, folder)
    import_file(
        samples.save(tmp_path, "book.json", [{"keys": ["elf"], "content": "Elves are tall."}]), into=folder
    )
    assert load_world(folder).lore["elf"].text == "Elves are tall."


def test_a_name_too_long_for_a_key_costs_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "ferry"
    shutil.copytree(FERRY, folder)
    import_file(samples.save(tmp_path, "long.json", samples.v2(name="Mira " * 40)), into=folder)
    scenario = next(lore for lore in load_world(folder).lore.values() if "glade after" in lore.text)
    assert (scenario.keys, scenario.always) == ((), True)


def test_a_lorebook_joins_a_world(tmp_path: Path) -> None:
    folder = tmp_path / "ferry"
    shutil.copytree(FERRY, folder)
    report = import_file(samples.save(tmp_path, "eldoria.json", samples.WORLD_INFO), into=folder)
    lore = load_world(folder).lore
    assert lore["beasts"].when is not None
    assert lore["beasts"].when.chance == 40
    assert lore["always"].always
    assert (lore["king"].also, lore["king"].logic) == (("dead", "gone"), "all")
    assert lore["elves"].keys == ("elf", "elves")
    assert lore["elves"].case_sensitive
    assert "off" not in lore
    named = "\n".join(report.unexpressed)
    for what in (
        "sticky: 3",
        "cooldown: 5",
        "group: beasts",
        "excludeRecursion",
        "switched off",
        "without end",
    ):
        assert what in named, what
    assert json.loads((folder / "cards" / "eldoria.json").read_text()) == samples.WORLD_INFO


@pytest.mark.parametrize(
    "book",
    [
        {"spec": "lorebook_v3", "data": {"entries": [{"keys": ["elf"], "content": "@@depth 3\n@@constant\nElves sing."}]}},  # noqa: E501
        {"type": "risu", "ver": 1, "data": [{"key": "elf, elves", "content": "Elves sing.", "alwaysActive": False}]},
        {"entries": [{"keys": ["elf"], "text": "Elves sing.", "displayName": "Elves", "enabled": True}]},
        {"entries": [{"keywords": ["elf"], "entry": "Elves sing.", "name": "Elves"}], "kind": "memory"},
    ],
)  # fmt: skip
def test_lorebooks_of_other_programs(tmp_path: Path, book: Any) -> None:
    folder = tmp_path / "ferry"
    shutil.copytree(FERRY, folder)
    import_file(samples.save(tmp_path, "book.json", book), into=folder)
    assert "Elves sing." in {lore.text for lore in load_world(folder).lore.values()}


def test_lore_speaks_without_a_model(tmp_path: Path) -> None:
    world, _ = import_sample(tmp_path, "v2.json", samples.v2())
    told = " ".join(span.text for span in play(world, new_story(world, 1), "what is eldoria?").spans)
    assert "Eldoria is the forest" in told
    asked = " ".join(
        span.text for span in play(world, new_story(world, 1), "ask seraphina about eldoria").spans
    )
    assert "Eldoria is the forest" in asked


def test_a_person_joins_a_world_that_keeps_its_opening(tmp_path: Path) -> None:
    folder = tmp_path / "ferry"
    shutil.copytree(FERRY, folder)
    before = load_world(folder)
    import_file(samples.save(tmp_path, "v2.json", samples.v2()), into=folder)
    after = load_world(folder)
    assert after.opening == before.opening
    assert after.characters["seraphina"].at == "stage"
    assert len(after.characters["seraphina"].openings) == 3
    assert "I am Seraphina, the traveller." in after.characters["seraphina"].openings[0]


@pytest.mark.parametrize(
    "card", [samples.v1(), samples.v2(odd={"x": [1]}), samples.v3(odd=1)], ids=["v1", "v2", "v3"]
)
def test_what_was_imported_is_exported_whole(tmp_path: Path, card: dict[str, Any]) -> None:
    world, report = import_sample(tmp_path, "card.json", card)
    exported = card_of(world, report.folder, "seraphina")
    assert (exported["spec"], exported["spec_version"]) == ("chara_card_v3", "3.0")
    body = card.get("data", card)
    assert {name: exported["data"][name] for name in body if body[name]} == {
        k: v for k, v in body.items() if v
    }


def test_a_card_is_written_into_its_picture(tmp_path: Path) -> None:
    world, report = import_sample(
        tmp_path, "v2.png", samples.png([samples.text_chunk("chara", samples.v2())])
    )
    out = tmp_path / "out.png"
    write_card(world, report.folder, "seraphina", out)
    assert b"chara" not in (report.folder / "pictures" / "seraphina.png").read_bytes()
    again = load_world(import_file(out, new=tmp_path / "again").folder)
    assert again.characters["seraphina"].persona == world.characters["seraphina"].persona


def test_what_was_edited_since_is_exported_as_it_is_now(tmp_path: Path) -> None:
    _, report = import_sample(tmp_path, "v2.json", samples.v2())
    path = report.folder / "seraphina.yaml"
    path.write_text(path.read_text().replace("She heals travellers.", "She heals nobody now."))
    data = card_of(load_world(report.folder), report.folder, "seraphina")["data"]
    assert "heals nobody now" in data["description"]
    assert data["mes_example"] == samples.BODY["mes_example"]


def test_edited_lore_and_greetings_are_exported_and_the_rest_is_as_it_was(tmp_path: Path) -> None:
    entries: list[dict[str, Any]] = [
        {"keys": ["storm"], "content": "@@sticky 4\nIt took the pier.", "enabled": True, "insertion_order": 7,
         "extensions": {"group": "weather", "cooldown": 3}, "vendor": {"x": 1}},
        {"keys": ["pier"], "content": "It was long.", "enabled": False, "insertion_order": 1, "extensions": {}},
    ]  # fmt: skip
    _, report = import_sample(
        tmp_path, "v2.json", samples.v2(character_book={"name": "b", "entries": entries})
    )
    lore, world = report.folder / "seraphina_lore.yaml", report.folder / "world.yaml"
    lore.write_text(
        lore.read_text().replace("It took", "In 1911 it took") + "  gull: {keys: [gull], text: Gulls.}\n"
    )
    opening = yaml.safe_load(world.read_text())["opening"]
    first = opening if isinstance(opening, str) else opening[0]
    world.write_text(world.read_text().replace(first.splitlines()[0], "You have come."))
    data = card_of(load_world(report.folder), report.folder, "seraphina")["data"]
    storm, pier, gull = data["character_book"]["entries"]
    assert storm == {**entries[0], "content": "@@sticky 4\nIn 1911 it took the pier."}
    assert (pier, gull["keys"], data["character_book"]["name"]) == (entries[1], ["gull"], "b")
    assert data["first_mes"].startswith("*You have come.*")
    assert data["alternate_greetings"] == samples.V2_MORE["alternate_greetings"]


def test_a_person_of_ours_becomes_a_card() -> None:
    world = load_world(FERRY)
    data = card_of(world, FERRY, "osk")["data"]
    assert data["name"] == "Osk"
    assert "Secret: He sold the bell" in data["description"]
    assert data["character_book"]["entries"][0]["keys"] == ["river", "flood"]
