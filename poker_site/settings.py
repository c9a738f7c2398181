"""Define Django's settings for both profiles; `environment.py` says which one this is."""

import sys
from pathlib import Path
from typing import Any

import django_stubs_ext
from csp.constants import NONCE, NONE, SELF

from poker_site.environment import BASE_DIR, ENV, LOOPBACK_HOSTS
from poker_site.ops.network import reachable_hosts
from poker_site.runtime import postgres_options
from poker_site.runtime.redis_options import broker_options, options_for
from poker_site.web import limits

django_stubs_ext.monkeypatch()

PRODUCTION = ENV.production
DEBUG = ENV.debug
DATA_DIR = ENV.data_dir
CHECK_SERVICES_AT_START = PRODUCTION
SECRET_KEY = ENV.secret_key

ALLOWED_HOSTS = list(ENV.allowed_hosts)
if not PRODUCTION:
    ALLOWED_HOSTS += LOOPBACK_HOSTS
    if not ENV.on_loopback:
        ALLOWED_HOSTS += reachable_hosts(ENV.host)
CSRF_TRUSTED_ORIGINS = ENV.csrf_trusted_origins

INSTALLED_APPS = [
    "allauth",
    "allauth.account",
    "allauth.usersessions",
    "poker_site",
    "tables",
    "accounts",  # after allauth, because it removes allauth's models from the admin
    "channels",
    "csp",
    "django_htmx",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.forms",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",  # before WhiteNoise, so that static files have its header too
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # shrinks a table's page from 37 kB to 8; adds random bytes against BREACH
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PersonalMiddleware",
    "poker_site.web.middleware.RefusalMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "poker_site.urls"
ASGI_APPLICATION = "poker_site.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "poker_site.web.context.site",
            ],
        },
    },
]

FORM_RENDERER = "poker_site.web.rendering.FormRenderer"

# --- data ---

SILENCED_SYSTEM_CHECKS = [
    "models.W040",  # SQLite ignores columns included in an index; PostgreSQL reads lists from them
    "security.W021",  # the owner of the domain decides whether browsers list it: HSTS_PRELOAD
]
POOL_KEEPS_SECONDS = 30  # how long a consumer thread keeps its connection
DATABASES: dict[str, dict[str, Any]] = {"default": ENV.database}
if PRODUCTION:
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True  # else the pool hands out what a server closed
    options = postgres_options.options_for(is_command=Path(sys.argv[0]).name == "manage.py")
    DATABASES["default"]["OPTIONS"] = options | ENV.database.get("OPTIONS", {})
else:
    # IMMEDIATE: a transaction takes the write lock when it begins, so it never fails half-way for want of it.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA mmap_size=134217728;",
    }

CACHES: dict[str, dict[str, Any]]
CHANNEL_LAYERS: dict[str, dict[str, Any]]
if PRODUCTION:
    redis_options = options_for(ENV.redis_url)
    CACHES = {"default": {"BACKEND": "poker_site.runtime.caches.PatientCache", "LOCATION": ENV.redis_url}}
    CACHES["default"] |= {"KEY_PREFIX": "evenhand", "OPTIONS": redis_options}
    CHANNEL_LAYERS = {"default": {"BACKEND": "poker_site.runtime.redis_layer.PatientChannelLayer"}}
    CHANNEL_LAYERS["default"]["CONFIG"] = {
        "hosts": [{"address": ENV.redis_url, **redis_options}],
        "prefix": "evenhand",
    }
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    CACHES["default"]["OPTIONS"] = {"MAX_ENTRIES": 50_000}  # with the default of 300, limits would be pushed out
    CHANNEL_LAYERS = {"default": {"BACKEND": "poker_site.runtime.memory_layer.ThreadedInMemoryChannelLayer"}}
    CHANNEL_LAYERS["default"]["CONFIG"] = {"capacity": 10_000}  # one channel receives for all sockets of the process

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False

# --- language and time ---

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hans", "简体中文")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True
USE_THOUSAND_SEPARATOR = True
FORMAT_MODULE_PATH = ["poker_site.formats"]

# --- accounts ---

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backend.AccountBackend"]
PASSWORD_HASHERS = ["accounts.hashers.ModestArgon2Hasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.CommonPasswordValidator",
        "OPTIONS": {"password_list_path": BASE_DIR / "accounts" / "words_of_this_site.txt"},
    },
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
PASSWORD_RESET_TIMEOUT = 24 * 3600
SESSION_ENGINE = "accounts.session_store"
SESSION_COOKIE_AGE = 30 * 24 * 3600
SESSION_COOKIE_SAMESITE = "Lax"

MAIL_CONFIGURED = bool(ENV.email)
EMAIL_BACKEND = ENV.email.get("EMAIL_BACKEND", "django.core.mail.backends.dummy.EmailBackend")
EMAIL_HOST = ENV.email.get("EMAIL_HOST", "")
EMAIL_PORT = ENV.email.get("EMAIL_PORT") or 25
EMAIL_HOST_USER = ENV.email.get("EMAIL_HOST_USER") or ""
EMAIL_HOST_PASSWORD = ENV.email.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS = ENV.email.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = ENV.email.get("EMAIL_USE_SSL", False)
EMAIL_FILE_PATH = ENV.email.get("EMAIL_FILE_PATH") or None
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = ENV.email_sender

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
USERSESSIONS_ADAPTER = "accounts.adapter.SessionsAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_SIGNUP_FIELDS = ["username*", *(["email"] if MAIL_CONFIGURED else []), "password1*"]
ACCOUNT_FORMS = {
    "add_email": "accounts.forms.entrance.AddEmailForm",
    "change_password": "accounts.forms.entrance.ChangePasswordForm",
    "login": "accounts.forms.entrance.LoginForm",
    "reauthenticate": "accounts.forms.entrance.ReauthenticateForm",
    "reset_password": "accounts.forms.entrance.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.entrance.ResetPasswordKeyForm",
    "signup": "accounts.forms.entrance.SignupForm",
}
ACCOUNT_EMAIL_VERIFICATION = "optional" if MAIL_CONFIGURED else "none"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Evenhand: "
ACCOUNT_EMAIL_NOTIFICATIONS = MAIL_CONFIGURED
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "accounts.services.passwords.PasswordLinkToken"  # noqa: S105  a path
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_SESSION_COOKIE_AGE = SESSION_COOKIE_AGE
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_USER_DISPLAY = "accounts.selectors.shown_name"
ACCOUNT_RATE_LIMITS = limits.ALLAUTH
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # a copied cookie must not be enough to take an account over
ALLAUTH_TRUSTED_PROXY_COUNT = ENV.trusted_proxies

# --- security ---

SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if PRODUCTION else None  # browsers warn and ignore it on plain http
X_FRAME_OPTIONS = "DENY"
COOKIE_PREFIX = "__Host-" if PRODUCTION else ""  # browsers accept such cookies only from this very host over https
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}language"
MESSAGE_STORAGE = "poker_site.web.messages.PrefixedStorage"
CSRF_COOKIE_HTTPONLY = True  # scripts read the token from the page
CSRF_FAILURE_VIEW = "poker_site.web.csrf_failure.csrf_failure"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "object-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "worker-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
if PRODUCTION:
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = ENV.hsts_preload
    SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
    CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    if ENV.trusted_proxies:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- work outside requests ---

CELERY_BROKER_URL = ENV.broker_url
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_CREATE_MISSING_QUEUES = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_WORKER_TIMER_PRECISION = 0.05
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker or beat that has lost its broker keeps trying for ever
CELERY_TASK_PUBLISH_RETRY = False  # a player's action must not wait for a broker that is away
CELERY_BROKER_TRANSPORT_OPTIONS = broker_options(ENV.broker_url)
CELERY_BEAT_SCHEDULER = "celery.beat.Scheduler"
CELERY_BEAT_MAX_LOOP_INTERVAL = 0.2  # beat also takes this long to notice that it should end

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "poker_site.ops.logs.OneLine",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "filters": {
        "outages": {"()": "poker_site.ops.logs.ThrottleOutages"},
        "secrets": {"()": "poker_site.ops.logs.HideKeys"},
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["outages", "secrets"]},
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "evenhand": {"level": "INFO"},
        "py.warnings": {"level": "ERROR"},  # Celery warns about its next release whenever it loses its broker
        "django.request": {"level": "ERROR"},  # 4xx answers are mistakes of visitors
        "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "django.security.RequestDataTooBig": {"level": "CRITICAL"},
        "django.security.TooManyFieldsSent": {"level": "CRITICAL"},
        "django.security.TooManyFilesSent": {"level": "CRITICAL"},
    },
}
