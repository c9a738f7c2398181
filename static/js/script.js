// Before anything is drawn: what only works with scripts has its place from the first moment, and nothing jumps.
document.documentElement.dataset.script = "on";
if (window.isSecureContext && "Notification" in window) document.documentElement.dataset.notify = "possible";
