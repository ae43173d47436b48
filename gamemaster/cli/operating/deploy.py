"""`gamemaster deploy`: files to deploy the service with."""

from __future__ import annotations

import json
import re
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from gamemaster.cli.console import clear_errors, fail, say
from gamemaster.cli.options import AsJson

if TYPE_CHECKING:
    from gamemaster.operations.deployment import Deployment

TARGETS = ("docker", "compose", "systemd", "kubernetes", "nginx", "gateway")
# What stands in files of four syntaxes: nothing that could end a value or begin another one.
PLAIN = re.compile(r"[A-Za-z0-9._:/@\[\]-]*\Z")
HOST_AND_PORT = re.compile(r"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):([0-9]{1,5})\Z")


def deploy(
    target: Annotated[str, typer.Argument(metavar="|".join(TARGETS), help="What to write files for.")],
    out: Annotated[Path, typer.Option(help="The folder to write to; it is made.")] = Path("deploy"),
    domain: Annotated[str, typer.Option(help="The name that players type.")] = "stories.example.org",
    workers: Annotated[
        int, typer.Option(min=1, max=256, help="Processes of each host: one for each core.")
    ] = 2,
    memory_mb: Annotated[int, typer.Option(min=512, help="Limit of memory of a host or pod.")] = 4096,
    replicas: Annotated[int, typer.Option(min=1, max=1000, help="Hosts or pods, at least.")] = 2,
    most_replicas: Annotated[int, typer.Option(min=1, max=1000, help="Pods, at most.")] = 10,
    hosts: Annotated[
        str, typer.Option(help="Where nginx finds the service: HOST:PORT, comma-separated.")
    ] = "127.0.0.1:8000",
    proxies: Annotated[
        str,
        typer.Option(
            help="systemd: proxies on other machines, by their addresses or networks, comma-separated; the service "
            "then listens to other machines, too."
        ),
    ] = "",
    engines: Annotated[
        str, typer.Option(help="gateway: the SGLang servers before which it goes: URLs, comma-separated.")
    ] = "http://127.0.0.1:30000",
    certificate: Annotated[str, typer.Option(help="nginx: the certificate's file, for https.")] = "",
    certificate_key: Annotated[str, typer.Option(help="nginx: its key's file.")] = "",
    image: Annotated[str, typer.Option(help="The container's image.")] = "gamemaster:latest",
    prefix: Annotated[
        str, typer.Option(help="systemd: the environment with bin/gamemaster.")
    ] = "/opt/gamemaster",
    drain_s: Annotated[
        int, typer.Option(min=0, max=600, help="Seconds for turns in flight, when a host goes.")
    ] = 30,
    gpu: Annotated[bool, typer.Option("--gpu", help="systemd: the engine's GPUs are on this host.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files; secrets stay.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write the files that the service is deployed with: read them, change them, they are yours.

    docker has the image; compose a whole machine, with Postgres, Valkey and secrets; systemd the service and a nightly
    backup; kubernetes a deployment that scales by goodput and waiting requests; nginx the proxy; gateway SGLang's own,
    before several engine hosts, one on each web host. All have health checks, limits, and hand stories over before
    they stop.

    Examples:  gamemaster deploy compose --out deploy --workers 4  ·  gamemaster deploy nginx --hosts a:8000,b:8000
    """
    with clear_errors():
        from gamemaster.operations.deployment import Deployment, Target, next_step, write

        if target not in TARGETS:
            fail(f"there is nothing to deploy to by the name of {target!r}; there are: {', '.join(TARGETS)}")
        if bool(certificate) != bool(certificate_key):
            fail("--certificate and --certificate-key come together")
        deployment = Deployment(
            domain=domain,
            image=image,
            prefix=prefix,
            hosts=tuple(host.strip() for host in hosts.split(",") if host.strip()),
            proxies=tuple(proxy.strip() for proxy in proxies.split(",") if proxy.strip()),
            engines=tuple(url.strip().rstrip("/") for url in engines.split(",") if url.strip()),
            workers=workers,
            replicas=replicas,
            most_replicas=max(most_replicas, replicas),
            drain_s=drain_s,
            memory_mb=memory_mb,
            certificate=certificate,
            certificate_key=certificate_key,
            gpu=gpu,
        )
        named = (domain, image, prefix, certificate, certificate_key)
        for text in (*named, *deployment.hosts, *deployment.proxies, *deployment.engines):
            if not PLAIN.match(text):
                fail(f"{text!r} cannot stand in these files: letters, digits and . _ : / @ [ ] - are allowed")
        _check(deployment)
        try:
            written = write(Target(target), deployment, out, force=force)
        except OSError as error:
            fail(f"cannot write to the folder {out}: {error.strerror}. Name another one with --out")
        if as_json:
            say(json.dumps([str(path) for path in written]))
        else:
            say("\n".join(map(str, written)))
            say(f"next: {next_step(Target(target), deployment, out)}")


def _check(deployment: Deployment) -> None:
    """Says what the program that reads the files would refuse, or quietly take for something else."""
    if not deployment.domain or not deployment.image:
        fail("--domain and --image need a name")
    if not deployment.prefix.startswith("/"):
        fail(f"--prefix is a whole path, as /opt/gamemaster, and not {deployment.prefix!r}: systemd wants it")
    for host in deployment.hosts or ("",):
        found = HOST_AND_PORT.match(host)
        if found is None or not 0 < int(found[1]) < 1 << 16:
            fail(f"--hosts takes HOST:PORT, as web1:8000,[::1]:8001, and not {host!r}")
    for proxy in deployment.proxies:
        if not _is_network(proxy):
            fail(f"--proxies takes addresses or networks, as 10.0.0.7,10.1.0.0/16, and not {proxy!r}")
    for url in deployment.engines or ("",):
        if not _is_engine(url):
            fail(f"--engines takes URLs such as http://gpu1:30000,http://gpu2:30000, and not {url!r}")
    for option, named in (("--hosts", deployment.hosts), ("--engines", deployment.engines)):
        seen = [one.casefold() for one in named]
        if twice := next((one for one in seen if seen.count(one) > 1), None):
            fail(f"{option} names {twice} twice: it would get twice its share")


def _is_network(text: str) -> bool:
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


def _is_engine(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is none
        return False
