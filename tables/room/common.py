"""What everybody sees alike."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from tables.room.felt import Felt

T = TypeVar("T")


class common(Generic[T]):  # noqa: N801  a decorator
    """Of a scene: the same for all who read the same language and count in the same unit, made once for all of them."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self.make = make
        self.name = make.__name__

    def __get__(self, scene: "Felt", of: type | None = None) -> T:
        found: T = self.make(scene) if scene.is_public else getattr(scene.public, self.name)
        scene.__dict__[self.name] = found
        return found
