"""The client of Cobro: orders, charges, webhooks, money and test mode."""
from .client import Cobro
from .errors import (
    AuthenticationError,
    CobroError,
    ConflictError,
    ConnectionError,
    InvalidRequestError,
    NotFoundError,
    PermissionError,
    RateLimitError,
    ServiceError,
    TimeoutError,
)
from .generated import types
from .generated.version import VERSION as __version__
from .listing import Listing
from .webhooks import Webhook, WebhookError, sign_webhook, verify_webhook

__all__ = [
    "AuthenticationError",
    "Cobro",
    "CobroError",
    "ConflictError",
    "ConnectionError",
    "InvalidRequestError",
    "Listing",
    "NotFoundError",
    "PermissionError",
    "RateLimitError",
    "ServiceError",
    "TimeoutError",
    "Webhook",
    "WebhookError",
    "__version__",
    "sign_webhook",
    "types",
    "verify_webhook",
]
