"""Writes the files that the service is deployed with, from templates: containers, systemd, Kubernetes, nginx."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from gamemaster.errors import UserError
from gamemaster.options.secret_file import SECRET_BYTES

TEMPLATES = Path(__file__).with_name("templates")
SUFFIX = ".j2"
PACKAGES = ("gamemaster", "inference", "voice", "worlds", "npcs", "migrations")
FAREWELL_S = 60  # beyond the time for turns in flight: to close what is open, and for a busy machine
TOOLS = (
    20  # connections to Postgres beside the service's: backups, psql, what Postgres keeps for its superuser
)
SMG = "1.13.0"  # the gateway that was tried
_RENDERER = Environment(
    loader=FileSystemLoader(TEMPLATES),
    undefined=StrictUndefined,
    autoescape=False,  # noqa: S701 - none of these is HTML; every value is checked by whoever makes a Deployment
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)


class Target(StrEnum):
    """What is deployed to; a folder of templates each."""

    DOCKER = "docker"
    COMPOSE = "compose"
    SYSTEMD = "systemd"
    KUBERNETES = "kubernetes"
    NGINX = "nginx"
    GATEWAY = "gateway"


WITH = {
    Target.COMPOSE: (Target.DOCKER, Target.COMPOSE),
    Target.KUBERNETES: (Target.DOCKER, Target.KUBERNETES),
}


# What whoever wrote the files does then. `{out}` is the folder.
NEXT = {
    Target.DOCKER: "in a checkout: docker build -f {out}/Dockerfile -t {d.image} .",
    Target.COMPOSE: (
        "in a checkout: docker build -f {out}/Dockerfile -t {d.image} . && docker compose -f {out}/compose.yaml up -d; "
        "then a proxy before it: gamemaster deploy nginx"
    ),
    Target.SYSTEMD: "the first lines of {out}/gamemaster.service say how it is installed",
    Target.KUBERNETES: (
        "build and push the image (docker build -f {out}/Dockerfile -t {d.image} .); the first lines of "
        "{out}/gamemaster.yaml have the rest"
    ),
    Target.NGINX: (
        "cp {out}/gamemaster.conf /etc/nginx/conf.d/ && nginx -t && nginx -s reload; on each host of the service "
        "GM_ORIGINS={d.origin} and GM_ADDRESS__PROXIES=the proxy's address"
    ),
    Target.GATEWAY: "the first lines of {out}/gamemaster-gateway.service say how it is installed",
}


class FileIsThereError(UserError):
    """A file would be overwritten."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} is there already. Name another folder with --out, or overwrite with --force"
        )


@dataclass(frozen=True)
class Deployment:
    """What differs from one deployment to the next. Sizes are per host (or pod)."""

    domain: str = "stories.example.org"
    image: str = "gamemaster:latest"
    prefix: str = "/opt/gamemaster"
    hosts: tuple[str, ...] = ("127.0.0.1:8000",)
    proxies: tuple[str, ...] = ()
    port: int = 8000
    metrics_port: int = 9464
    workers: int = 2
    replicas: int = 2
    most_replicas: int = 10
    drain_s: int = 30
    memory_mb: int = 4096
    certificate: str = ""
    certificate_key: str = ""
    gpu: bool = False
    uid: int = 10001
    redis_mb: int = 512
    engines: tuple[str, ...] = ("http://127.0.0.1:30000",)
    gateway_port: int = 30080
    gateway_metrics_port: int = 29000
    gateway_permits: int = 4096

    @property
    def bind(self) -> str:
        """Where the service listens: for this machine alone, unless a proxy is elsewhere."""
        if not self.proxies:
            return "127.0.0.1"
        return "::" if all(":" in proxy for proxy in self.proxies) else "0.0.0.0"  # noqa: S104 - as asked

    @property
    def program(self) -> str:
        return f"{self.prefix}/bin/gamemaster"

    @property
    def origin(self) -> str:
        return f"https://{self.domain}" if self.certificate else f"https://{self.domain},http://{self.domain}"

    @property
    def grace_s(self) -> int:
        return self.drain_s + FAREWELL_S

    @property
    def cpus(self) -> int:
        """A worker is one thread of Python; the process beside it has little to do."""
        return self.workers

    @property
    def connections(self) -> int:
        """To Postgres, of one host."""
        return 10 * self.workers

    @property
    def max_connections(self) -> int:
        """Of a Postgres for one host, with one worker more during a restart."""
        return self.connections + 10 + TOOLS


def render(target: Target, deployment: Deployment, out: str = ".") -> dict[str, str]:
    """The files of a target: their names and texts."""
    found = {}
    for part in WITH.get(target, (target,)):
        for template in sorted((TEMPLATES / part).glob(f"*{SUFFIX}")):
            text = _RENDERER.get_template(f"{part}/{template.name}").render(
                d=deployment, packages=PACKAGES, out=out, smg=SMG
            )
            found[template.name.removesuffix(SUFFIX)] = text
    return found


def next_step(target: Target, deployment: Deployment, out: Path) -> str:
    """What to do with a target's files, for people."""
    return NEXT[target].format(out=out, d=deployment)


def write(target: Target, deployment: Deployment, out: Path, *, force: bool = False) -> list[Path]:
    """Writes a target's files into a folder, and secrets that are not there yet; what was written.

    Raises FileIsThereError before anything is written, OSError.
    """
    files = {out / name: text for name, text in render(target, deployment, str(out)).items()}
    for path in files:
        if path.exists() and not force:
            raise FileIsThereError(path)
    out.mkdir(parents=True, exist_ok=True)
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    made = _make_secrets(out / "secrets") if target is Target.COMPOSE else []
    return [*files, *made]


def _make_secrets(folder: Path) -> list[Path]:
    """For compose, which has no store of its own; those that are there stay, and those that a newer version wants are
    added."""
    folder.mkdir(mode=0o700, exist_ok=True)
    there = folder / "postgres_password"
    password = there.read_text().strip() if there.exists() else secrets.token_hex(SECRET_BYTES)
    wanted = {
        "postgres_password": password,
        "database_url": f"postgresql://gamemaster:{password}@postgres:5432/gamemaster",
        "player_tokens": secrets.token_hex(SECRET_BYTES),
        "ops_token": secrets.token_hex(SECRET_BYTES),
    }
    missing = [name for name in wanted if not (folder / name).exists()]
    # Compose mounts the files themselves: the container's user must read them, and the folder keeps others out.
    for name in missing:
        with open(folder / name, "x", opener=lambda path, flags: os.open(path, flags, 0o644)) as file:
            file.write(wanted[name] + "\n")
    return [folder / name for name in missing]
