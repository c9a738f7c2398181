from accounts.models.addresses import SeenAddress
from accounts.models.audit import AuditEntry
from accounts.models.bots import Bot
from accounts.models.notes import PlayerNote
from accounts.models.people import Aside, Friendship
from accounts.models.preferences import Preferences
from accounts.models.recovery import RecoveryCode
from accounts.models.sanction import Sanction
from accounts.models.user import NameClaim, User

__all__ = [
    "Aside",
    "AuditEntry",
    "Bot",
    "Friendship",
    "NameClaim",
    "PlayerNote",
    "Preferences",
    "RecoveryCode",
    "Sanction",
    "SeenAddress",
    "User",
]
