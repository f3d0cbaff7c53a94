"""A mapping that stays as it is made."""

from typing import Any, NoReturn


class Named(dict[str, Any]):
    """A mapping that stays as it is made, and can be hashed where its values can."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self.items()))

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("what an exercise or a person holds does not change")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type["Named"], tuple[dict[str, Any]]]:
        return Named, (dict(self),)
