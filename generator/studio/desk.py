"""A game on the desk: read, laid out and told to the page bit by bit, what is looked at first."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from generator.design.face import Face
from generator.design.faces import BLEED_MM, LaidOut, faces_of
from generator.design.lookup import digest_of, template_folders
from generator.design.pictures import CODE as FOLDED
from generator.design.templates import Templates, load_templates
from generator.playtest.notes import open_by_card
from generator.sheets.tables import is_from_sheet
from generator.studio.session import FaceShelf, TabView, boxes_of, card_of
from generator.studio.set_files import RefusedError, SetFiles, open_set
from validator.cache import project_cache
from validator.catalogue.file_cache import FileCache
from validator.catalogue.folders import game_names
from validator.catalogue.load import load
from validator.catalogue.model import Catalogue, ComponentSet, Game
from validator.catalogue.translating.files import languages_of
from validator.findings import Finding, UsageError

_NOTICED = (".yaml", ".csv", ".tsv", ".xlsx", ".ods")
"""Endings of files whose changes are noticed by their content anyway, as those of templates are."""
_BATCH = 24
"""Components of a set that are laid out at once, between looks at what else is asked."""

_MOST_FACES = 20_000
"""Faces that may still be asked for; those laid out longest ago go first."""


@dataclass
class StudioSession:
    """One game of a project in one ink and language.

    ``catalogue`` and ``templates`` are those of the last reading, ``faces`` every face that the
    page may ask for by its key, ``cards`` what the page was last told of each component. Of a set
    ``_laid`` has what it was laid out from, and how.
    """

    root: Path
    view: TabView
    catalogue: Catalogue = field(default_factory=lambda: Catalogue({}))
    findings: tuple[Finding, ...] = ()
    templates: Templates | None = None
    template_findings: Sequence[Finding] = ()
    faces: dict[str, Face] = field(default_factory=dict)
    cards: dict[str, dict[str, Any]] = field(default_factory=dict)
    _sets_told: dict[str, dict[str, Any]] = field(default_factory=dict)
    _kept: FileCache = field(init=False)
    _shelf: FaceShelf = field(init=False)
    _state: str = ""
    _pictures: int = 0
    _laid: dict[str, tuple[tuple[object, ...], LaidOut]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._kept = FileCache(self.root)
        self._shelf = FaceShelf(project_cache(self.root).folder)

    @property
    def game(self) -> Game | None:
        """The game, where its files can be read."""
        return self.catalogue.games.get(self.view.game)

    def note_changes(self, paths: Sequence[str]) -> None:
        """Note that files changed: all but data and templates may be in a picture."""
        noticed = (path.endswith(_NOTICED) or path.split("/")[0] == "templates" for path in paths)
        if not paths or not all(noticed):
            self._pictures += 1

    def renew(self, looked: Sequence[str]) -> Iterator[Mapping[str, Any]]:
        """Read what changed and lay it out; yields what is new for the page.

        The first of the components ``looked`` at comes before all, then what is told of the game,
        the others that are looked at, and set by set the rest.
        """
        self._read()
        game = self.game
        if game is None or self.templates is None:
            yield self._about()
            return
        changed = [one for one in game.sets.values() if self._is_stale(one, game)]
        stale = {one.id for one in changed}
        sets = {name: self.cards[name]["set"] for name in looked if name in self.cards}
        first = [name for name in looked if sets.get(name) in stale]
        if first:
            yield self._patch_of(game, self._lay(game, first[:1]), first[:1])
        yield self._about()
        if first[1:]:
            yield self._patch_of(game, self._lay(game, first[1:]), first[1:])
        for one in changed:
            names = [component.id for component in one.components]
            parts = []
            for at in range(0, len(names), _BATCH):
                parts.append(self._lay(game, names[at : at + _BATCH]))
                yield self._patch_of(game, parts[-1], ())
                if not at:
                    yield self._boxes_of(one, self.templates)
            alone = replace(game, sets={one.id: one})
            laid = merge_parts(parts) or faces_of(alone, self.templates)
            self._laid[one.id] = (self._sources_of(one, game), laid)
            yield self._patch_of(game, laid, names)
        if self._state != self._state_now():  # while they were read: nothing can be trusted
            self._shelf.fresh.clear()
            self._laid.clear()
            yield from self.renew(looked)

    def layout(self, game: Game, templates: Templates) -> LaidOut:
        """The whole game as it is laid out, set by set, as :func:`laid_out` gives it."""
        parts = []
        for one in game.sets.values():
            made_of, laid = self._laid.get(one.id, ((None,), None))
            if laid is None or made_of[0] is not one:
                return faces_of(game, templates)
            parts.append(laid)
        return _join_parts(parts)

    def draft(self, words: Mapping[str, str]) -> dict[str, str | None]:
        """The faces by side of a record (``set``, ``id``) with a ``field`` as it is typed (``to``).

        Raises:
            RefusedError: it cannot be so, or has no face then.
        """
        game = self.game
        if game is None or self.templates is None or words.get("set") not in game.sets:
            raise RefusedError("the game cannot be read now")
        one = game.sets[words["set"]]
        name, field, text = (words.get(key, "") for key in ("id", "field", "to"))
        if words.get("file") and any(each.id == name for each in one.components):
            built = _with_text(one, name, field, text)
        else:
            built = self._open(one.place.file).draft(name, field, text)
        drafted = replace(game, sets={**game.sets, one.id: built})
        laid = faces_of(drafted, self.templates, wanted=lambda each: each in built.components)
        if not laid.pairs:
            raise RefusedError(laid.findings[0].message if laid.findings else "it has no face")
        (pair,) = laid.pairs
        self.faces |= {face.key: face for face in (pair.front, pair.back) if face}
        return {"front": pair.front.key, "back": pair.back.key if pair.back else None}

    def _open(self, file: str) -> SetFiles:
        """A set; one in YAML as it was read last, so that it need not be read once more."""
        sources = (one for of_game in self.catalogue.written.values() for one in of_game)
        source = next((one for one in sources if one.file == file), None)
        if source is None or is_from_sheet(source):
            return open_set(self.root, file)
        return SetFiles(self.root, file, b"", b"", source, source)

    def whose(self) -> Mapping[Finding, Sequence[str]]:
        """The components whose faces showed each finding."""
        return {
            finding: ids for _, laid in self._laid.values() for finding, ids in laid.whose.items()
        }

    def close(self) -> None:
        """End the workers."""
        if self.templates is not None:
            self.templates.pool.close()

    def settle(self) -> bool:
        """Keep some of what was drawn on the disk; tells whether there is more."""
        return self._shelf.settle(_BATCH)

    def _read(self) -> None:
        try:
            self.catalogue, self.findings = load(
                self.root, [self.view.game], self.view.language, self._kept
            )
        except UsageError:  # its folder or its translation is gone
            self.catalogue, self.findings = Catalogue({}), ()
        state = self._state_now()
        if state == self._state:
            return
        if self.templates is not None:
            self.templates.pool.close()
        self.templates, self.template_findings = load_templates(
            self.root, self.view.ink, self._shelf, draft=True, kept=self._kept
        )
        if self.templates is not None:
            if self.game is not None:
                self.templates.in_theme(self.game.theme or "")  # so that workers have it
            self.templates.pool.start()
        self._state = state

    def _state_now(self) -> str:
        return digest_of(template_folders(self.root), self._kept.hashes.of)

    def _is_stale(self, one: ComponentSet, game: Game) -> bool:
        fresh = self._sources_of(one, game)
        made_of, _ = self._laid.get(one.id, ((), None))
        return len(made_of) < len(fresh) or any(map(operator.is_not, made_of, fresh))

    def _sources_of(self, one: ComponentSet, game: Game) -> tuple[object, ...]:
        """What a set is laid out from, to be compared by identity."""
        sources = self.catalogue.written.get(game.id, ())
        described = next((each for each in sources if each.data.get("kind") == "game"), None)
        return one, described, self.templates, self._pictures

    def _lay(self, game: Game, names: Sequence[str]) -> LaidOut:
        assert self.templates is not None
        wanted = set(names)
        return faces_of(game, self.templates, wanted=lambda one: one.id in wanted)

    def _patch_of(self, game: Game, laid: LaidOut, names: Sequence[str]) -> dict[str, Any]:
        """What the page is told of laid out components; the ``names`` have a face or none."""
        patch: dict[str, Any] = {}
        pairs = {pair.component: pair for pair in laid.pairs}
        for face in (face for pair in laid.pairs for face in (pair.front, pair.back) if face):
            self.faces.pop(face.key, None)
            self.faces[face.key] = face
        while len(self.faces) > _MOST_FACES:
            del self.faces[next(iter(self.faces))]
        for component in game.components():
            name = component.id
            if name not in pairs and name not in names:
                continue
            fresh = card_of(component, game, pairs.get(name), self.cards.get(name), self.view.ink)
            if self.cards.get(name) != fresh:
                self.cards[name] = patch[f"card/{name}"] = fresh
        return patch

    def _about(self) -> dict[str, Any]:
        """What the page is told of the game and its sets before anything is laid out."""
        game = self.game
        about = {
            "id": self.view.game,
            "name": game.name if game else self.view.game,
            "revision": game.revision if game else "",
            "games": list(game_names(self.root)),
            "ink": self.view.ink,
            "language": self.view.language,
            "languages": [*languages_of(self.root, self.view.game)],
            "readable": game is not None,
            "remarks": open_by_card(self.root, self.view.game),
        }
        patch: dict[str, Any] = {"game": about}
        if game is None or self.templates is None:
            return patch
        sets = {one.id: self._set(one) for one in game.sets.values()}
        order = list(sets)
        for at, key in enumerate(self._sets_told):
            if key not in sets and not game.complete:  # its file cannot be read now
                sets[key] = {**self._sets_told[key], "lost": True}
                order.insert(at, key)
        patch |= {f"boxes/{key}": None for key in self._sets_told if key not in sets}
        self._sets_told = {key: sets[key] for key in order}
        patch["sets"] = [*self._sets_told.values()]
        there = {component.id for component in game.components()}
        if game.complete:
            for name in [*self.cards]:
                if name not in there:
                    del self.cards[name]
                    patch[f"card/{name}"] = None
        return patch

    def _boxes_of(self, one: ComponentSet, templates: Templates) -> dict[str, Any]:
        size = templates.sizes.get(one.size)
        return {f"boxes/{one.id}": boxes_of(one, templates, size, BLEED_MM) if size else {}}

    def _set(self, one: ComponentSet) -> dict[str, Any]:
        ids = [component.id for component in one.components]
        if not one.complete:
            lost = (key for key, card in self.cards.items() if card["set"] == one.id)
            ids += [key for key in lost if key not in ids]
        return {
            "id": one.id,
            "name": one.name,
            "form": one.form.value,
            "size": one.size,
            "place": str(one.place),
            "file": one.place.file,
            "ids": ids,
            "bleed": BLEED_MM,
        }


def _with_text(one: ComponentSet, name: str, field: str, text: str) -> ComponentSet:
    """A set with one of its components alone, of which a field is that text."""
    (found,) = (each for each in one.components if each.id == name)
    values: dict[str, Any] = {field: text}
    if field not in ("name", "text"):
        values = {"fields": {**found.fields, **values}}
    return replace(one, components=(replace(found, **values),))


def merge_parts(parts: Sequence[LaidOut]) -> LaidOut | None:
    """What parts of a set make together; None where findings speak of the set as a whole."""
    if any(finding.code == FOLDED for laid in parts for finding in laid.findings):
        return parts[0] if len(parts) == 1 else None
    return _join_parts(parts)


def _join_parts(parts: Sequence[LaidOut]) -> LaidOut:
    return LaidOut(
        tuple(pair for laid in parts for pair in laid.pairs),
        tuple(dict.fromkeys(finding for laid in parts for finding in laid.findings)),
        tuple(face for laid in parts for face in laid.sound),
        {finding: ids for laid in parts for finding, ids in laid.whose.items()},
    )
