// The service worker of the customer page: where there is no signal, it shows what the page has kept (pay.js keeps it).
// It never answers while the service can be reached, so that nobody sees yesterday's page by mistake.

const worker = globalThis;
const KEPT = ['document', 'iframe', 'style', 'script', 'image'];

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || !KEPT.includes(event.request.destination)) return;
  event.respondWith(fetch(event.request).catch((error) => answerKept(event.request, error)));
});

/**
 * @param {Request} request
 * @param {unknown} error
 */
async function answerKept(request, error) {
  const kept = (await caches.match(request)) ?? (await caches.match(request, { ignoreSearch: true }));
  if (kept === undefined) throw error;
  if (!kept.headers.get('content-type')?.startsWith('text/html')) return kept;
  // The page tells fresh from kept by this.
  const text = await kept.text();
  return new Response(text.replace('<html ', '<html data-kept '), { headers: kept.headers });
}
