// Shows notifications where only a worker may; a click leads back to the page. It caches and fetches nothing.
self.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  const lead = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const page = pages.find(({ url }) => url === notification.data);
    return page ? page.focus() : self.clients.openWindow(notification.data);
  };
  notification.close();
  event.waitUntil(lead());
});
