"""Read which module of a package imports which, without running any of them."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Import:
    """One import statement's target.

    Attributes
    ----------
    source, target : str
        Module names inside the package, without the package's own; the target of an import of a
        name from the package root is the empty string.
    deferred : bool
        Inside a function, so that it runs when the function does.
    for_types : bool
        Under ``if TYPE_CHECKING``.
    line : int
    outside : str
        The top-level name of a module of another package; empty for this package's own.
    """

    source: str
    target: str
    deferred: bool
    for_types: bool
    line: int
    outside: str = ""

    @property
    def at_start(self) -> bool:
        """Whether it runs when the module is imported."""
        return not (self.deferred or self.for_types)


def modules_of(root: Path) -> dict[str, Path]:
    """Return the modules below a package's folder by dotted name; the root itself is ''."""
    found = {}
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = path
    return found


def imports_of(root: Path) -> list[Import]:
    """Return every import of every module of the package in this folder."""
    modules = modules_of(root)
    found: list[Import] = []
    for name, path in modules.items():
        is_package = path.name == "__init__.py"
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node, deferred, for_types in _statements(tree, deferred=False, for_types=False):
            for dotted in _targets(node, root.name, name, modules, is_package=is_package):
                inside, _, target = dotted.partition(":")
                if inside == root.name:
                    found.append(Import(name, target, deferred, for_types, node.lineno))
                else:
                    found.append(Import(name, "", deferred, for_types, node.lineno, outside=inside))
    return found


def _statements(
    node: ast.AST, *, deferred: bool, for_types: bool
) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool, bool]]:
    """Walk the tree, knowing whether a function or a type-checking block is around."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, deferred, for_types
            continue
        in_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        in_types = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
        yield from _statements(
            child, deferred=deferred or in_function, for_types=for_types or in_types
        )


def _targets(
    node: ast.Import | ast.ImportFrom,
    package: str,
    source: str,
    modules: dict[str, Path],
    *,
    is_package: bool,
) -> Iterator[str]:
    """Yield ``package:module`` for each thing imported, or the outside package's name."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            top, _, rest = alias.name.partition(".")
            yield f"{top}:{rest}" if top == package else top
        return
    base = node.module or ""
    if node.level:
        here = source.split(".") if source else []
        up = node.level - 1 if is_package else node.level
        kept = here[: len(here) - up]
        base = ".".join([package, *kept, *([node.module] if node.module else [])])
    top, _, rest = base.partition(".")
    if top != package:
        yield top
        return
    for alias in node.names:
        deeper = f"{rest}.{alias.name}" if rest else alias.name
        yield f"{package}:{deeper if deeper in modules else rest}"


def cycle_in(imports: list[Import]) -> list[str]:
    """Return one ring of modules that import each other when they are imported; else nothing."""
    ahead: dict[str, set[str]] = {}
    for found in imports:
        if found.at_start and not found.outside and found.source != found.target:
            ahead.setdefault(found.source, set()).add(found.target)
    done: set[str] = set()
    for start in ahead:
        ring = _ring(start, ahead, [], done)
        if ring:
            return ring
    return []


def _ring(module: str, ahead: dict[str, set[str]], path: list[str], done: set[str]) -> list[str]:
    """Follow imports depth first until a module comes back."""
    if module in path:
        return [*path[path.index(module) :], module]
    if module in done:
        return []
    for target in sorted(ahead.get(module, ())):
        ring = _ring(target, ahead, [*path, module], done)
        if ring:
            return ring
    done.add(module)
    return []
