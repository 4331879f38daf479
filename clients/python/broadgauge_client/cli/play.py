"""Commands that play a game in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from broadgauge.v1.actions_pb2 import Action
from broadgauge.v1.options_pb2 import ActionOption
from broadgauge.v1.record_pb2 import Removals

from ..actions import with_numbers
from ..connection import DEFAULT_ADDRESS
from ..errors import IllegalAction, refused
from ..messages import WrongJson, message_of, value_of
from ..session import GameSession
from . import story, tables
from .certificates import certificates_of
from .numbers import whole
from .output import Output, counted, plain
from .parameters import (
    ActionText,
    Choices,
    File,
    Json,
    Kinds,
    New,
    Number,
    Server,
    free,
    game,
    link,
    pairs,
    report,
    status_of,
)

REMOVED = "Leave out this many {}, drawn at random (on top of --remove)."


def new(
    file: New,
    player: Annotated[list[str], typer.Option(help="Name of a player; repeat it for each seat.")],
    title: Annotated[str, typer.Option(help="Id of the title; broadgauge titles lists them.")] = "1822",
    seed: Annotated[
        int | None,
        typer.Option(
            parser=whole(0, 2**63 - 1),
            metavar="<number>",
            help="Where the shuffles come from; one is drawn by default.",
        ),
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help="Rule option as NAME=VALUE; may be repeated.")] = None,
    remove: Annotated[
        list[str] | None, typer.Option(help="Id of a minor, major or private that stays out; may be repeated.")
    ] = None,
    remove_minors: Annotated[int, typer.Option(parser=whole(0), metavar="<number>", help=REMOVED.format("minors"))] = 0,
    remove_majors: Annotated[int, typer.Option(parser=whole(0), metavar="<number>", help=REMOVED.format("majors"))] = 0,
    remove_privates: Annotated[
        int, typer.Option(parser=whole(0), metavar="<number>", help=REMOVED.format("privates"))
    ] = 0,
    server: Server = DEFAULT_ADDRESS,
    json: Json = False,
) -> None:
    """Start a game and write its record to a file."""
    with link(server, json) as (connection, output):
        free(file)
        if any("," in name for name in remove or ()):
            raise ValueError("--remove takes one id; repeat --remove for each")
        removals = Removals(
            named=remove or (),
            drawn_minors=remove_minors,
            drawn_majors=remove_majors,
            drawn_privates=remove_privates,
        )
        session = GameSession.new(connection, player, title=title, seed=seed, options=pairs(option), removals=removals)
        output.players = session.record.setup.players
        session.save(file, new=True)
        _tell_setup(session, output)


def _tell_setup(session: GameSession, output: Output) -> None:
    """Tells what came from the seed, and where the game stands."""
    drawn, removed = session.record.setup.seed, session.view().removed
    if not output.json:
        output.say(f"Seed {drawn}.", *([f"Out of the game: {', '.join(removed)}."] if removed else ()))
    report(session, output, seed=drawn, removed=list(removed))


def legal(
    file: File,
    kind: Kinds = None,
    unavailable: Annotated[bool, typer.Option("--unavailable", help="Also what cannot be done, and why.")] = False,
    server: Server = DEFAULT_ADDRESS,
    json: Json = False,
) -> None:
    """List what may be done now."""
    with game(file, server, json) as (session, output):
        options = session.options(kind or ())
        numbers = _numbers(session, options) if kind else list(range(1, len(options) + 1))
        missing = session.unavailable(kind or ()) if unavailable else []
        if json:
            answer = {"status": status_of(session), "options": list(map(plain, options))}
            output.answer({**answer, "unavailable": list(map(plain, missing))} if unavailable else answer)
            return
        report(session, output)
        if not session.finished:
            output.show(tables.options_table(numbers, options, output.named))
        if unavailable:
            output.show(tables.unavailable_table(missing, output.named))
        output.say(*_how_to_choose(file, numbers, options))


def _numbers(session: GameSession, options: list[ActionOption]) -> list[int]:
    """The numbers that some options have among all, which are those that `do` takes."""
    everything = {_key(option): number for number, option in enumerate(session.options(), 1)}
    return [everything[_key(option)] for option in options]


def _key(option: ActionOption) -> bytes:
    return option.action.SerializeToString(deterministic=True)


def _how_to_choose(file: Path, numbers: list[int], options: list[ActionOption]) -> list[str]:
    """A command for the first option that has a number to choose."""
    for number, option in zip(numbers, options, strict=True):
        for domain in option.domains:
            if domain.minimum < domain.maximum:
                example = f"--set {domain.field}={domain.minimum + domain.step}"
                return [f"To choose another {domain.field}: broadgauge do {file} {number} {example}"]
    return []


def do(
    file: File,
    number: Number = None,
    action: ActionText = None,
    choose: Choices = None,
    etag: Annotated[str | None, typer.Option(help="Fail unless the game still has this etag.")] = None,
    server: Server = DEFAULT_ADDRESS,
    json: Json = False,
) -> None:
    """Carry out an action and add it to the record."""
    with game(file, server, json) as (session, output):
        events = session.do(_chosen(session, file, number, action, choose), expected_etag=etag)
        session.save(file)
        if not json:
            output.say(*(event.text for event in events))
        report(session, output, events=list(map(plain, events)))


def check(
    file: File,
    number: Number = None,
    action: ActionText = None,
    choose: Choices = None,
    server: Server = DEFAULT_ADDRESS,
    json: Json = False,
) -> None:
    """Tell whether an action is legal, and change nothing; status 3 when it is not."""
    with game(file, server, json) as (session, output):
        answer = session.check(_chosen(session, file, number, action, choose))
        if not answer.legal:
            raise refused(answer.refusal)
        output.answer({"legal": True}) if json else output.say("It is legal.")


def undo(
    file: File,
    count: Annotated[
        int, typer.Argument(parser=whole(1), metavar="<number>", help="How many actions to take back.")
    ] = 1,
    server: Server = DEFAULT_ADDRESS,
    json: Json = False,
) -> None:
    """Take back the last actions."""
    with game(file, server, json) as (session, output):
        first = session.revision - count + 1
        steps = list(session.history(first)) if first > 0 else []
        session.undo(count)
        session.save(file)
        if not json:
            output.say(f"Taken back: {counted(len(steps), 'action')}.")
            output.say(*story.undone(steps))
        report(session, output, taken_back=[plain(step.action) for step in steps])


def view(file: File, server: Server = DEFAULT_ADDRESS, json: Json = False) -> None:
    """Show what is on the table."""
    with game(file, server, json) as (session, output):
        table = session.view()
        if not json:
            output.show(*tables.view_tables(table, certificates_of(session)))
        report(session, output, view=plain(table))


def history(
    file: File,
    start: Annotated[
        int, typer.Option("--from", parser=whole(1), metavar="<number>", help="First revision to tell about.")
    ] = 1,
    server: Server = DEFAULT_ADDRESS,
    json: Json = False,
) -> None:
    """Tell what happened so far, action by action."""
    with game(file, server, json) as (session, output):
        if start > session.revision:
            output.answer({"history": []}) if json else output.say("There are no such actions.")
            return
        if json:
            steps = session.history(start)
            output.answer({"history": [{**plain(step), "revision": step.status.revision} for step in steps]})
            return
        for line in story.told(session.history(), start):
            output.tell(line)


def routes(
    file: File,
    company: Annotated[str, typer.Option(help="Id of the company; by default the one that acts.")] = "",
    train: Annotated[list[str] | None, typer.Option(help="Kind of train instead of its own; may be repeated.")] = None,
    with_mail: Annotated[bool, typer.Option("--with-mail", help="Count the subsidy of mail contracts.")] = False,
    server: Server = DEFAULT_ADDRESS,
    json: Json = False,
) -> None:
    """Find the best runs of a company."""
    with game(file, server, json) as (session, output):
        found = session.routes(company, trains=train or (), with_mail=with_mail)
        if json:
            output.answer({key: value for key, value in plain(found).items() if key != "status"})
        else:
            output.show(tables.routes_table(found))


def _chosen(
    session: GameSession, file: Path, number: str | None, action: str | None, choose: list[str] | None
) -> Action:
    if session.finished:
        raise IllegalAction("the game is over", "GAME_OVER")
    if (number is None) == (action is None):
        raise ValueError("give either the number of an option, or --action")
    if action is not None and choose:
        raise ValueError("--set goes with the number of an option, not with --action")
    if action is not None:
        return _parsed(action)
    assert number is not None
    if not (number.isascii() and number.isdecimal()):
        raise ValueError(f"{number!r} is not the number of an option; `broadgauge legal {file}` lists them")
    options, wanted = session.options(), int(number)
    if not 0 < wanted <= len(options):
        verb = "is" if len(options) == 1 else "are"
        raise ValueError(f"there {verb} {counted(len(options), 'option')}, so none has the number {wanted}")
    return with_numbers(options[wanted - 1], {name: _whole(name, text) for name, text in pairs(choose).items()})


def _parsed(text: str) -> Action:
    """An action from its JSON, or from that of an option with it."""
    try:
        value = value_of(text)
        if isinstance(value, dict) and isinstance(value.get("action"), dict):
            value = value["action"]
        action = message_of(value, Action()) if isinstance(value, dict) else Action()
    except WrongJson as error:
        raise ValueError(f"--action: {error}; `legal --json` lists actions as they are written") from error
    if action.WhichOneof("action") is None:
        raise ValueError('--action: an action is an object with its kind, such as {"pass": {"player": 1}}')
    return action


def _whole(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{name} must be a whole number, not {text!r}") from None
