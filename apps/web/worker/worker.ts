/// <reference lib="webworker" />
// The service worker of signed-in pages. The server puts BUILD before this file and sends both as `/sw.js`. It knows no account and
// no token: it keeps the files of a build, and leaves every call, socket and guest page to the network.

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
/** What outlives a build: the chosen language, the build in use, and when an earlier build was first found. */
const NOTES = 'senca-notes'
const EARLIER_AGAIN_MS = 600_000
const AT_ONCE = 6

const TYPES: readonly (readonly [ending: RegExp, type: RegExp])[] = [
  [/^\/app-shell$/, /^text\/html\b/],
  [/\.js$/, /^(text|application)\/javascript\b/],
  [/\.css$/, /^text\/css\b/],
  [/\.svg$/, /^image\/svg\+xml\b/],
  [/\.png$/, /^image\/png\b/],
  [/\.woff2$/, /^font\/woff2\b/],
  [/\.webmanifest\?/, /^application\/manifest\+json\b/],
]

async function readNote(key: string): Promise<string | null> {
  const notes = await caches.open(NOTES)
  return (await (await notes.match(key))?.text()) ?? null
}

async function writeNote(key: string, text: string): Promise<void> {
  const notes = await caches.open(NOTES)
  await notes.put(key, new Response(text))
}

const filesOf = (language: string | null) => (language === null ? [] : (BUILD.more[language] ?? []))

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

/** Said without shell and network, in the order of the app's languages. */
const NO_CONNECTION: readonly (readonly [tag: string, text: string])[] = [
  ['en', 'No connection. Open Senca again when there is one.'],
  ['sl', 'Ni povezave. Odprite Senco znova, ko bo.'],
  ['hr', 'Nema veze. Otvorite Sencu ponovno kad je bude.'],
  ['bs', 'Nema veze. Otvorite Sencu ponovo kad je bude.'],
  ['sr-Latn', 'Nema veze. Otvorite Sencu ponovo kada je bude.'],
  ['sr-Cyrl', 'Нема везе. Отворите Senca поново када је буде.'],
  ['de', 'Keine Verbindung. Öffnen Sie Senca wieder, sobald es eine gibt.'],
  ['it', 'Nessuna connessione. Riapri Senca quando c’è.'],
]

function plainPage(): Response {
  const lines = NO_CONNECTION.map(([tag, text]) => `<p lang="${tag}">${text}</p>`).join('')
  const html = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Senca</title>${lines}`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'cache-control': 'no-store',
  }
  return new Response(html, { status: 503, headers })
}

/** The address of a page may have a token, so it is no key and is written nowhere. */
async function answerPage(request: Request): Promise<Response> {
  const shell = await caches.match(SHELL, { cacheName: OWN, ignoreVary: true })
  if (shell !== undefined) return shell
  return fetch(request).catch(plainPage)
}

/** A page of an earlier build finds its files too, which the server may not have any more. */
async function answerFile(request: Request, path: string): Promise<Response> {
  const kept =
    (await caches.match(path, { cacheName: OWN, ignoreVary: true })) ??
    (await caches.match(path, { ignoreVary: true }))
  return kept ?? fetch(request)
}

async function answerManifest(request: Request): Promise<Response> {
  return answerFile(request, `${MANIFEST}?lang=${await readNote('/language')}`)
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
    event.respondWith(answerManifest(request))
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

// Makes TypeScript read this file as a module with names of its own. The build leaves it out.
export {}
