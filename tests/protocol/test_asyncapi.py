"""The socket's AsyncAPI document: whole, with examples that its own schemas and the protocol's readers accept."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from gamemaster.protocol.asyncapi import CLIENT, SERVER, key_of, socket_document
from gamemaster.protocol.messages import Message, client_message, server_message

DOCUMENT = socket_document("1.2.3")


def validator_of(model: type[Message]) -> Draft202012Validator:
    payload = DOCUMENT["components"]["messages"][key_of(model)]["payload"]
    return Draft202012Validator({**payload, "components": DOCUMENT["components"]})


def example_in(model: type[Message]) -> dict[str, Any]:
    (example,) = DOCUMENT["components"]["messages"][key_of(model)]["examples"]
    payload: dict[str, Any] = example["payload"]
    return payload


@pytest.mark.parametrize("model", [*CLIENT, *SERVER], ids=key_of)
def test_an_example_is_what_its_schema_says(model: type[Message]) -> None:
    example = example_in(model)
    assert list(validator_of(model).iter_errors(example)) == []
    reader = client_message if model in CLIENT else server_message
    assert type(reader.validate_python(example)) is model
    # The schema does refuse something.
    assert not validator_of(model).is_valid({**example, "type": "nonsense"})


def test_every_reference_leads_somewhere() -> None:
    for reference in references_in(DOCUMENT):
        found: Any = DOCUMENT
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]


def references_in(part: Any) -> list[str]:
    if isinstance(part, list):
        return [one for each in part for one in references_in(each)]
    if not isinstance(part, dict):
        return []
    own = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
    return own + [one for each in part.values() for one in references_in(each)]


def test_both_sides_are_whole() -> None:
    said = DOCUMENT["operations"]
    for action, side, more in (("hear", CLIENT, 0), ("say", SERVER, 1)):
        assert len(said[action]["messages"]) == len(side) + more
    assert len(DOCUMENT["channels"]["socket"]["messages"]) == len(CLIENT) + len(SERVER) + 1
    assert DOCUMENT["info"]["version"] == "1.2.3"
