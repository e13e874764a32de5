/// <reference lib="webworker" />
// The service worker of signed-in pages. The server puts BUILD before this file and sends both as `/sw.js`. It keeps the files of a
// build, and leaves every call, socket and guest page to the network. It shows pushes; for their buttons it logs in by the cookie.

declare const self: ServiceWorkerGlobalScope
/** A build: its files with their SHA-256, those of each language, and the paths of the app's pages. */
declare const BUILD: {
  id: string
  at: string
  files: [path: string, sha256: string][]
  more: Record<string, [path: string, sha256: string][]>
  routes: string[]
}

const SHELL = '/app-shell'
const MANIFEST = '/manifest.webmanifest'
const BUILDS = 'senca-build-'
const OWN = BUILDS + BUILD.id
/** What outlives a build: the chosen language, the build in use, when an earlier build was first found, and whose pushes these are. */
const NOTES = 'senca-notes'
const EARLIER_AGAIN_MS = 600_000
const AT_ONCE = 6
const ICON = '/icons/app-192.png'

const TYPES: readonly (readonly [ending: RegExp, type: RegExp])[] = [
  [/^\/app-shell$/, /^text\/html\b/],
  [/\.js$/, /^(text|application)\/javascript\b/],
  [/\.css$/, /^text\/css\b/],
  [/\.svg$/, /^image\/svg\+xml\b/],
  [/\.png$/, /^image\/png\b/],
  [/\.woff2$/, /^font\/woff2\b/],
  [/\.webmanifest\?/, /^application\/manifest\+json\b/],
]

const readNote = async (key: string): Promise<string | null> =>
  (await (await (await caches.open(NOTES)).match(key))?.text()) ?? null
const writeNote = async (key: string, text: string): Promise<void> =>
  (await caches.open(NOTES)).put(key, new Response(text))

const filesOf = (language: string | null) => BUILD.more[language ?? ''] ?? []

async function hexOf(body: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', body)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Fetches a file of this build; throws if it is anything else. A proxy, a captive portal or another server may have answered. */
async function fetchWhole(path: string, sha256: string, cache: RequestCache): Promise<Response> {
  const response = await fetch(path, { credentials: 'omit', redirect: 'error', cache })
  const type = response.headers.get('content-type') ?? ''
  const isTyped = TYPES.some(([ending, expected]) => ending.test(path) && expected.test(type))
  if (response.status !== 200 || response.type !== 'basic' || response.redirected || !isTyped)
    throw new Error(`${path} answered ${response.status} ${type}`)
  if ((await hexOf(await response.clone().arrayBuffer())) !== sha256)
    throw new Error(`${path} is not of build ${BUILD.id}`)
  return response
}

/** Adds the missing ones of some files; throws if one of them cannot be had. */
async function keep(files: readonly [path: string, sha256: string][]): Promise<void> {
  const cache = await caches.open(OWN)
  const waiting = [...files]
  const next = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const [path, sha256] = file
      if (await cache.match(path, { ignoreVary: true })) continue
      const whole = fetchWhole(path, sha256, 'default').catch(() => fetchWhole(path, sha256, 'reload'))
      await cache.put(path, await whole)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

/** An earlier build is only taken when it is still there ten minutes later: two servers may answer in turn. */
async function refuseEarlier(): Promise<void> {
  const used = await readNote('/at')
  if (used === null || used <= BUILD.at) return
  const [id, since] = (await readNote('/earlier'))?.split(' ') ?? []
  if (id === BUILD.id && Date.now() - Number(since) >= EARLIER_AGAIN_MS) return
  if (id !== BUILD.id) await writeNote('/earlier', `${BUILD.id} ${Date.now()}`)
  throw new Error(`Build ${BUILD.id} is earlier than the one in use`)
}

/** All of the build, or nothing. */
async function install(): Promise<void> {
  await refuseEarlier()
  try {
    await keep([...BUILD.files, ...filesOf(await readNote('/language'))])
  } catch (error) {
    await caches.delete(OWN)
    throw error
  }
}

/** Whether the path is that of a page of the app, however it is written. Pages of guests and everything else are not. */
function isPage(pathname: string): boolean {
  const plain = pathname.toLowerCase().replace(/(?<=.)\/+$/, '')
  return BUILD.routes.some((route) =>
    route.endsWith('/:') ? new RegExp(`^${route.slice(0, -1)}[^/]+$`).test(plain) : route === plain,
  )
}

/** Removes builds that no page is of. Each page holds a lock with the name of its build while it lives. */
async function removeOldBuilds(): Promise<void> {
  const { installing, waiting } = self.registration
  if (installing !== null || waiting !== null || self.navigator.locks === undefined) return
  const { held = [] } = await self.navigator.locks.query()
  const names = held.flatMap(({ name }) => (name?.startsWith(BUILDS) ? name : []))
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A page that has no lock yet may be of any build.
  if (windows.filter(({ url }) => isPage(new URL(url).pathname)).length > names.length) return
  const used = new Set([OWN, ...names])
  for (const name of await caches.keys())
    if (name.startsWith(BUILDS) && !used.has(name)) await caches.delete(name)
}

async function activate(): Promise<void> {
  await writeNote('/at', BUILD.at)
  await removeOldBuilds()
}

/** Shown without shell and network, and for a push for nobody here, in the order of the app's languages. */
const TEXTS: readonly (readonly [tag: string, offline: string, discreet: string])[] = [
  ['en', 'No connection. Open Senca again when there is one.', 'Something at home needs you.'],
  ['sl', 'Ni povezave. Odprite Senco znova, ko bo.', 'Doma nekaj potrebuje vašo pozornost.'],
  ['hr', 'Nema veze. Otvorite Sencu ponovno kad je bude.', 'Nešto kod kuće traži vašu pozornost.'],
  ['bs', 'Nema veze. Otvorite Sencu ponovo kad je bude.', 'Nešto kod kuće traži vašu pažnju.'],
  ['sr-Latn', 'Nema veze. Otvorite aplikaciju kada se veza vrati.', 'Nešto kod kuće traži vašu pažnju.'],
  ['sr-Cyrl', 'Нема везе. Отворите апликацију када се веза врати.', 'Нешто код куће тражи вашу пажњу.'],
  ['de', 'Keine Verbindung. Öffnen Sie Senca später wieder.', 'Zuhause braucht etwas Ihre Aufmerksamkeit.'],
  ['it', 'Nessuna connessione. Riapri Senca quando c’è.', 'Qualcosa a casa richiede la tua attenzione.'],
]

function plainPage(): Response {
  const lines = TEXTS.map(([tag, text]) => `<p lang="${tag}">${text}</p>`).join('')
  const html = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Senca</title>${lines}`
  const policy = { 'content-security-policy': "default-src 'none'", 'cache-control': 'no-store' }
  const headers = { 'content-type': 'text/html; charset=utf-8', ...policy }
  return new Response(html, { status: 503, headers })
}

/** The address of a page may have a token, so it is no key and is written nowhere. */
const answerPage = async (request: Request): Promise<Response> =>
  (await caches.match(SHELL, { cacheName: OWN, ignoreVary: true })) ?? fetch(request).catch(plainPage)

/** A page of an earlier build finds its files too, which the server may not have any more. */
async function answerFile(request: Request, path: string): Promise<Response> {
  const own = await caches.match(path, { cacheName: OWN, ignoreVary: true })
  return own ?? (await caches.match(path, { ignoreVary: true })) ?? fetch(request)
}

const FILES = new Set(BUILD.files.map(([path]) => path).filter((path) => path !== SHELL))

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || request.headers.has('range')) return
  if (request.mode === 'navigate') {
    if (isPage(pathname)) event.respondWith(answerPage(request))
  } else if (pathname.startsWith('/assets/') || FILES.has(pathname)) {
    event.respondWith(answerFile(request, pathname))
  } else if (pathname === MANIFEST) {
    event.respondWith(readNote('/language').then((tag) => answerFile(request, `${MANIFEST}?lang=${tag}`)))
  }
})

/** Messages of own pages: to take over, to keep the files of another language, to remove builds that no page uses. */
self.addEventListener('message', (event) => event.waitUntil(handle(event.data)))

async function handle(message: unknown): Promise<void> {
  if (message === 'take over') await self.skipWaiting()
  else if (message === 'clean') await removeOldBuilds()
  else if (typeof message === 'string' && message.startsWith('keep ')) await keepLanguage(message.slice(5))
}

/** A language that cannot be had now is kept with the next build. */
async function keepLanguage(language: string): Promise<void> {
  if (BUILD.more[language] === undefined) return
  await writeNote('/language', language)
  await keep(filesOf(language)).catch(() => {})
}

/** A message of the server [PK26]; one that is none counts as empty. */
interface Message {
  app_badge?: number
  notification?: Partial<Record<'title' | 'body' | 'lang' | 'tag' | 'navigate', string>> & {
    silent?: boolean
    actions?: { action: string; title: string }[]
    data?: Partial<Record<'id' | 'receipt' | 'account' | 'level', string>> & { end?: true }
  }
}

function messageOf({ data }: PushEvent): Message {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

function call(path: string, json?: unknown, token?: string): Promise<Response> {
  const headers = new Headers(json === undefined ? {} : { 'content-type': 'application/json' })
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  const body = json === undefined ? null : JSON.stringify(json)
  return fetch(`/auth${path}`, { method: 'POST', headers, body })
}

/** Logs in by the cookie; null without a session. */
async function callSignedIn(path: string, json: object): Promise<Response | null> {
  const login = await call('/login')
  return login.ok ? call(`/api/v1${path}`, json, (await login.json()).token) : null
}

async function confirm(receipt: string | undefined, what: 'shown' | 'opened'): Promise<void> {
  if (receipt !== undefined) await call('/push/receipt', { receipt, what }).catch(() => {})
}

/** A page of this app, whatever a message says; it says which button was pressed for nothing. */
function pageOf(navigate: unknown, action: string): string {
  const { origin } = self.location
  const url = new URL(typeof navigate === 'string' ? navigate : '/', origin)
  if (url.origin !== origin || !isPage(url.pathname)) return `${origin}/notifications`
  if (action !== '') url.searchParams.set('pressed', action)
  return url.href
}

/** Shows first and always, before any request: browsers end subscriptions that show nothing. */
async function showPush(event: PushEvent): Promise<void> {
  const { app_badge: badge, notification = {} } = messageOf(event)
  const { title = 'Senca', body = '', lang = '', silent = false, tag = 'senca', navigate } = notification
  const { actions = [], data = {} } = notification
  // Where the browser shows the notification itself, only the receipt is left to do.
  if ('notification' in event && event.notification != null) return confirm(data.receipt, 'shown')
  const isOwn = data.account !== undefined && data.account === (await readNote('/account').catch(() => null))
  const isWhole = isOwn || data.end === true
  const [, , discreet] = TEXTS.find(([known]) => known === lang) ?? ['', '', 'Senca: open the app']
  const options = {
    ...{ lang, dir: 'ltr' as const, silent, tag, icon: ICON, badge: '/icons/monochrome-96.png' },
    ...{ body: isWhole ? body : discreet, data: { ...data, navigate } },
    actions: isOwn ? actions.map(({ action, title: label }) => ({ action, title: label })) : [],
    ...(data.level === 'must' ? { renotify: true, requireInteraction: true } : {}),
  }
  await self.registration.showNotification(isWhole ? title : 'Senca', options)
  if (isOwn && badge !== undefined) await self.navigator.setAppBadge?.(badge).catch(() => {})
  if (isOwn && data.end === true) await wipe(tag)
  await confirm(data.receipt, 'shown')
}

/** The session has ended: nothing of it stays but the notification that says so. */
async function wipe(said: string): Promise<void> {
  indexedDB.deleteDatabase('senca')
  await (await caches.open(NOTES)).delete('/account')
  for (const shown of await self.registration.getNotifications()) if (shown.tag !== said) shown.close()
  await self.navigator.clearAppBadge?.().catch(() => {})
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage('ended')
  await (await self.registration.pushManager.getSubscription())?.unsubscribe()
}

/** A button: the result takes the place of the notification. Without a session the page opens, where the button waits. */
async function act({ title, tag, data }: Notification, action: string): Promise<boolean> {
  const answer = await callSignedIn('/notification/act', { id: data.id, action })
  if (answer === null) return false
  const results = await answer.json()
  const isDone = answer.ok && (!Array.isArray(results) || results.every(({ status }) => status === 'success'))
  const body = isDone ? data.done : data.failed
  const { navigate } = data
  await self.registration.showNotification(title, { body, tag, icon: ICON, data: { navigate } })
  return true
}

async function pressed({ notification, action }: NotificationEvent): Promise<void> {
  const { data } = notification
  notification.close()
  if (action !== '' && (await act(notification, action).catch(() => false))) return
  const page = pageOf(data?.navigate, action)
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(({ url }) => isPage(new URL(url).pathname))
  if (open === undefined) await self.clients.openWindow(page)
  else open.postMessage(`open ${page}`)
  await open?.focus().catch(() => {})
  await confirm(data?.receipt, 'opened')
}

/** The browser replaced its subscription or ended it. Without a session the next page does this. */
async function renew({ oldSubscription: old, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const options = { userVisibleOnly: true, applicationServerKey: old?.options.applicationServerKey ?? null }
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(options))
  const { endpoint, keys } = subscription.toJSON()
  await callSignedIn('/push/subscribe', { endpoint, keys })
}

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))
self.addEventListener('push', (event) => event.waitUntil(showPush(event)))
self.addEventListener('notificationclick', (event) => event.waitUntil(pressed(event)))

// Makes TypeScript read this file as a module with names of its own. The build leaves it out.
export {}
