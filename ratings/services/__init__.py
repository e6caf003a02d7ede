"""What others may ask of the ladder. Ratings themselves are written by the replay alone."""

from ratings.services.attempts import attempt_replay
from ratings.services.audit import Audit, audit_ladder
from ratings.services.rebuild import request_rebuild
from ratings.services.replay import BRIEF_PATIENCE, Build, replay_ladder

__all__ = ["BRIEF_PATIENCE", "Audit", "Build", "attempt_replay", "audit_ladder", "replay_ladder", "request_rebuild"]
