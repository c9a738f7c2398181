// Runs before the page is drawn, so that elements that need scripts have their place from the start and nothing shifts.
document.documentElement.dataset.script = "on";
if (window.isSecureContext && "Notification" in window) document.documentElement.dataset.notify = "possible";
