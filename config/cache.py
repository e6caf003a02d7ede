"""The cache in Valkey, which may be down or frozen without a page failing or waiting: then every read is a miss."""

import logging
import time
from collections.abc import Callable
from typing import Any

import redis
from django.core.cache.backends.redis import RedisCache

_TIMEOUT = 0.3
_PAUSE = 5.0
_log = logging.getLogger(__name__)


class ForgivingCache(RedisCache):
    """Django's Redis cache with short time limits. After a failure it is left alone for five seconds and answers as if empty."""

    _silent_until = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        params = {**params, "OPTIONS": {"socket_timeout": _TIMEOUT, "socket_connect_timeout": _TIMEOUT, **params.get("OPTIONS", {})}}
        super().__init__(server, params)

    def _forgive(self, action: Callable[[], Any], otherwise: Any) -> Any:
        if time.monotonic() < ForgivingCache._silent_until:
            return otherwise
        try:
            return action()
        except (redis.RedisError, OSError) as error:
            ForgivingCache._silent_until = time.monotonic() + _PAUSE
            _log.warning("The cache does not answer (%s); going on without it.", type(error).__name__)
            return otherwise

    def add(self, key: Any, *args: Any, **kwargs: Any) -> bool:
        return bool(self._forgive(lambda: super(ForgivingCache, self).add(key, *args, **kwargs), True))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._forgive(lambda: super(ForgivingCache, self).get(key, default, version), default)

    def set(self, key: Any, *args: Any, **kwargs: Any) -> None:
        self._forgive(lambda: super(ForgivingCache, self).set(key, *args, **kwargs), None)

    def touch(self, key: Any, *args: Any, **kwargs: Any) -> bool:
        return bool(self._forgive(lambda: super(ForgivingCache, self).touch(key, *args, **kwargs), False))

    def delete(self, key: Any, version: int | None = None) -> bool:
        return bool(self._forgive(lambda: super(ForgivingCache, self).delete(key, version), False))

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return bool(self._forgive(lambda: super(ForgivingCache, self).has_key(key, version), False))

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        found: dict[Any, Any] = self._forgive(lambda: super(ForgivingCache, self).get_many(keys, version), {})
        return found

    def set_many(self, data: Any, *args: Any, **kwargs: Any) -> list[Any]:
        failed: list[Any] = self._forgive(lambda: super(ForgivingCache, self).set_many(data, *args, **kwargs), list(data))
        return failed
