/**
 * Shows pushes as notices, and keeps the files of the page, so that it opens where the gateway cannot be reached. What it keeps is what anyone gets who
 * opens its address; what waits for answers is kept by the page itself.
 */
const NAME = `page ${new URL('./', location.href).pathname}`
/** Files of the index, whose names have a hash of their content. */
const ASSETS = /\.\/assets\/[\w.-]+/g
const OTHERS = ['./icon.svg', './manifest.webmanifest']

self.addEventListener('install', (event) => event.waitUntil(keepPage().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  const name = `.${url.pathname.slice(new URL('./', location.href).pathname.length - 1)}`
  if (request.mode === 'navigate' && name === './') event.respondWith(newestPage(request))
  else if (name.startsWith('./assets/')) event.respondWith(keptFile(request))
  else if (OTHERS.includes(name)) event.respondWith(fetch(request).catch(() => keptFile(request)))
})

/** The page of the gateway; the kept one where there is no answer, or only that of a proxy. */
async function newestPage(request) {
  const cache = await caches.open(NAME)
  const kept = await cache.match('./')
  try {
    const answer = await fetch(request)
    if (answer.status < 500 || kept === undefined) return answer
  } catch (error) {
    if (kept === undefined) throw error
  }
  return kept
}

async function keptFile(request) {
  const cache = await caches.open(NAME)
  return (await cache.match(request)) ?? fetch(request)
}

/** The index and what it names; what an earlier one named is forgotten. */
async function keepPage() {
  const index = await fetch('./', { cache: 'no-store' })
  if (!index.ok) throw new Error(`The page was answered with ${index.status}.`)
  const names = (await index.clone().text()).match(ASSETS) ?? []
  const cache = await caches.open(NAME)
  const wanted = [...names, ...OTHERS]
  await cache.addAll(wanted)
  await cache.put('./', index)
  const urls = new Set(['./', ...wanted].map((name) => new URL(name, location.href).href))
  for (const { url } of await cache.keys()) if (!urls.has(url)) await cache.delete(url)
}

self.addEventListener('message', (event) => {
  const { data } = event
  // A page that was loaded from the gateway may be newer than the one that is kept.
  if (data === 'keep-page') event.waitUntil(keepPage().catch(() => undefined))
  else if (data?.notice) event.waitUntil(inTurn(() => showNotice(data.notice)))
})

/** There is one notice: a later one takes the place of the one before it. */
const TAG = 'approvals'

/** One after the other: the end of a push must not take the notice of the next one away. */
let last = Promise.resolve()
const inTurn = (show) => (last = last.then(show, show))

self.addEventListener('push', (event) => event.waitUntil(inTurn(() => showPush(contentOf(event)))))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openQueue(event.notification.data))
})

/** What cannot be read is shown, too: browsers end the pushes of a page that shows nothing. */
function contentOf({ data }) {
  try {
    return data.json() ?? {}
  } catch {
    return {}
  }
}

/** Without a sound, and gone at once, where the page is seen. */
async function showPush(content) {
  const pages = await ownPages()
  await showNotice(
    content,
    pages.some(({ visibilityState }) => visibilityState === 'visible'),
  )
}

async function showNotice({ waiting, gateway = '', id, text }, isSeen = false) {
  const isOver = waiting === 0
  const isQuiet = isOver || isSeen
  const counted = waiting === 1 ? '1 request waits' : `${waiting > 0 ? `${waiting} r` : 'R'}equests wait`
  await self.registration.showNotification(isOver ? 'Nothing waits for an answer' : `${counted} for an answer`, {
    tag: TAG,
    body: text ? `${gateway}: ${text}` : gateway,
    silent: isQuiet,
    renotify: !isQuiet,
    data: id,
  })
  if (isQuiet) for (const notice of await self.registration.getNotifications({ tag: TAG })) notice.close()
  if (waiting >= 0) await navigator.setAppBadge?.(waiting).catch(() => undefined)
}

/** Shows the card in a page that is open, or in a new one. */
async function openQueue(id) {
  const hash = `#/approvals${/^[\w.:-]+$/.test(id ?? '') ? `/${id}` : ''}`
  const [page] = await ownPages()
  if (page === undefined) return self.clients.openWindow(new URL(hash, self.registration.scope).href)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of a worker has no target origin
  page.postMessage({ open: hash })
  // Browsers let a page come to the front only for a person.
  await page.focus().catch(() => undefined)
}

/** The pages of this gateway: another path of the same address may be another one. */
async function ownPages() {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return pages.filter(({ url }) => url.startsWith(self.registration.scope))
}
