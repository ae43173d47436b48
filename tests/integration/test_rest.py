"""REST, health and the page: what is there, who may see it, and how errors read."""

from collections.abc import AsyncIterator

import httpx
import pytest

from tests.integration.service import Client, Service, running

pytestmark = pytest.mark.integration


@pytest.fixture
async def service(migrated_url: str, redis_url: str) -> AsyncIterator[Service]:
    async with running(migrated_url, redis_url) as started:
        yield started


@pytest.fixture
async def http(service: Service) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=service.http, trust_env=False) as client:
        yield client


@pytest.fixture
async def client(service: Service) -> AsyncIterator[Client]:
    async with service.client() as started:
        await started.begin()
        yield started


def authorization(client: Client) -> dict[str, str]:
    return {"Authorization": f"Bearer {client.token}"}


async def test_health(http: httpx.AsyncClient) -> None:
    assert (await http.get("/healthz")).json()["status"] == "ok"
    ready = await http.get("/readyz")
    assert (ready.status_code, ready.json()["checks"]["postgres"]) == (200, "ok")
    assert ready.json()["checks"]["worlds"] == "ok (1)"


async def test_worlds_need_no_token(http: httpx.AsyncClient) -> None:
    (world,) = (await http.get("/api/worlds")).json()["worlds"]
    assert (world["id"], world["title"]) == ("hut", "The Hut")


@pytest.mark.parametrize("designer", [False, True])
async def test_what_is_wrong_with_a_world_is_told_to_its_writers_alone(
    migrated_url: str, redis_url: str, *, designer: bool
) -> None:
    faults = {"cave": "the world in /srv/cave has a fault:\nworld.yaml:3:10: `Ada did it` is no place"}
    async with (
        running(migrated_url, redis_url, broken_worlds=faults, designer=designer) as service,
        httpx.AsyncClient(base_url=service.http, trust_env=False) as http,
        service.client() as client,
    ):
        listed = (await http.get("/api/worlds")).json()["broken"]["cave"]
        await client.send(type="new_story", id="new-story-1", world="cave", seed=1)
        refused = (await client.answer())["message"]
        assert "cannot be played" in refused
        assert ("/srv" in listed) is designer
        assert ("Ada did it" in refused) is ("/srv" in refused) is designer


async def test_a_players_stories_and_their_turns(http: httpx.AsyncClient, client: Client) -> None:
    for words in ("go north", "go south", "take"):
        await client.act(words)
    (story,) = (await http.get("/api/stories", headers=authorization(client))).json()["stories"]
    assert (story["id"], story["title"], story["turn"], story["place"]) == (
        client.story,
        "The Hut",
        3,
        "The Hut",
    )
    page = f"/api/stories/{client.story}/turns"
    turns = (await http.get(page, params={"limit": 2}, headers=authorization(client))).json()["turns"]
    assert [turn["words"] for turn in turns] == ["go south", "take"]
    turns = (await http.get(page, params={"before": 2}, headers=authorization(client))).json()["turns"]
    assert [turn["words"] for turn in turns] == ["go north"]


async def test_deleting_a_story(service: Service, http: httpx.AsyncClient, client: Client) -> None:
    await client.act("go north")
    assert (
        await http.delete(f"/api/stories/{client.story}", headers=authorization(client))
    ).status_code == 204
    assert (await http.get("/api/stories", headers=authorization(client))).json() == {"stories": []}
    gone = await http.delete(f"/api/stories/{client.story}", headers=authorization(client))
    assert gone.status_code == 404
    async with service.client(client.token) as again:
        assert (await again.open(client.story))["code"] == "not_found"


async def test_nothing_of_others_without_their_token(
    service: Service, http: httpx.AsyncClient, client: Client
) -> None:
    page = f"/api/stories/{client.story}/turns"
    for headers in ({}, {"Authorization": "Bearer nonsense"}, {"Authorization": "Basic eDp5"}):
        refused = await http.get(page, headers=headers)
        assert (refused.status_code, refused.headers["content-type"]) == (401, "application/problem+json")
        assert refused.headers["www-authenticate"] == "Bearer"
    async with service.client() as stranger:
        assert (await http.get(page, headers=authorization(stranger))).status_code == 404
        assert (
            await http.delete(f"/api/stories/{client.story}", headers=authorization(stranger))
        ).status_code == 404
    assert (await http.get(page, headers=authorization(client))).status_code == 200


async def test_errors_are_problems(http: httpx.AsyncClient, client: Client) -> None:
    wrong = await http.get(f"/api/stories/{client.story}/turns?before=x", headers=authorization(client))
    assert (wrong.status_code, wrong.headers["content-type"]) == (422, "application/problem+json")
    assert "query.before" in wrong.json()["detail"]
    missing = await http.get("/api/nothing")
    assert (missing.status_code, missing.json()["title"]) == (404, "Not Found")


async def test_the_page_and_its_headers(http: httpx.AsyncClient) -> None:
    page = await http.get("/")
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"
    unchanged = await http.get("/", headers={"If-None-Match": page.headers["etag"]})
    assert unchanged.status_code == 304
    script = await http.get("/js/main.js")
    assert script.headers["content-type"].startswith("text/javascript")


async def test_the_documentation_needs_nothing_from_elsewhere(http: httpx.AsyncClient) -> None:
    openapi = (await http.get("/openapi.json")).json()
    docs = await http.get("/docs")
    for path in openapi["paths"]:
        assert path in docs.text
    assert "http://" not in docs.text
    assert "https://" not in docs.text
    assert "<script" not in docs.text
    assert (await http.get("/docs.css")).headers["content-type"].startswith("text/css")


async def status_of_renaming(http: httpx.AsyncClient, client: Client, name: str) -> int:
    page = f"/api/stories/{client.story}"
    return (await http.patch(page, headers=authorization(client), json={"name": name})).status_code


@pytest.mark.parametrize("name", ["a\0b", "\x1b[2J\u202ea\r\nb", " a  b "])
async def test_a_name_is_kept_on_one_line_that_reads_as_it_was_written(
    http: httpx.AsyncClient, client: Client, name: str
) -> None:
    assert await status_of_renaming(http, client, name) == 204
    (story,) = (await http.get("/api/stories", headers=authorization(client))).json()["stories"]
    assert story["name"] in ("ab", "[2Ja b", "a b")


@pytest.mark.parametrize("name", ["", "  ", "\0", "\u200b\u202e", "x" * 61])
async def test_a_name_without_anything_to_read_is_refused(
    http: httpx.AsyncClient, client: Client, name: str
) -> None:
    assert await status_of_renaming(http, client, name) == 422
