/**
 * What lets the app be used without a network: the service worker, the caches that it fills and the record of the home. Only this
 * module and `storage.ts` touch what browsers keep; where it is refused these functions do nothing. Loaded after the page is shown.
 */

import { browserStorage } from './storage.ts'

/** The same names as in `worker/worker.ts`. */
const BUILDS = 'senca-build-'
const NOTES = 'senca-notes'
const CACHES = 'senca-'

export type Worker = ServiceWorkerRegistration

/** Does what may be refused; null if it is. */
async function attempt<T>(action: () => Promise<T>): Promise<T | null> {
  try {
    return await action()
  } catch {
    return null
  }
}

/** Says for as long as this page lives that it is of a build, whose files the worker keeps until then. */
const holdBuild = (id: string): Promise<void> =>
  new Promise((held, failed) => {
    const hold = () => {
      held()
      return new Promise(() => {})
    }
    navigator.locks.request(BUILDS + id, { mode: 'shared' }, hold).catch(failed)
  })

/** Registers the service worker. Null where browsers allow none: over plain http, in private windows, with blocked storage. */
export function startWorker({
  build,
  language,
}: {
  build: string
  language: string
}): Promise<Worker | null> {
  return attempt(async () => {
    await holdBuild(build)
    await keepLanguage(language)
    const worker = await navigator.serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' })
    // Where a policy forbids workers, some browsers answer with nothing.
    return worker ?? null
  })
}

/** Lets the worker keep the files of a language, at once if it runs and else with its build. */
export async function keepLanguage(language: string): Promise<void> {
  await attempt(async () => {
    const notes = await caches.open(NOTES)
    await notes.put('/language', new Response(language))
    navigator.serviceWorker.controller?.postMessage(`keep ${language}`)
  })
}

/** Lets the waiting worker take over, and calls back when it has. */
export function takeOver({ waiting }: Worker, done: () => void): void {
  waiting?.addEventListener('statechange', () => {
    if (waiting.state === 'activated') done()
  })
  waiting?.postMessage('take over')
}

/** Lets the worker remove the builds that no page is of. */
export const cleanBuilds = ({ active }: Worker): void => active?.postMessage('clean')

/** Calls back when another worker has taken over. */
export function onTakenOver(call: () => void): void {
  void attempt(async () => navigator.serviceWorker.addEventListener('controllerchange', call))
}

/** Removes the worker and what it kept. */
export async function endWorker(): Promise<void> {
  await attempt(async () => {
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
  })
  await attempt(async () => {
    for (const name of await caches.keys()) if (name.startsWith(CACHES)) await caches.delete(name)
  })
  await removeRecord()
}

const DATABASE = 'senca'
const STORE = 'home'
const KEY = 'kept'

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function inStore<T>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await answerOf(opening)
  // Another page, or the worker of a server without one, deletes it.
  database.onversionchange = () => database.close()
  try {
    return await answerOf(use(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

/** The kept record as it was written, unparsed; null for none. */
export const readRecord = (): Promise<unknown> =>
  attempt(() => inStore<unknown>('readonly', (store) => store.get(KEY)))

export const writeRecord = (record: string): Promise<unknown> =>
  attempt(() => inStore('readwrite', (store) => store.put(record, KEY)))

export const removeRecord = (): Promise<unknown> =>
  attempt(() => inStore('readwrite', (store) => store.delete(KEY)))

/** Asks the browser not to remove what is kept when space runs short. */
export const persist = (): Promise<unknown> => attempt(() => navigator.storage.persist())

/** Whether this browser can show notifications: not at all here, by a question still to be asked, or as it was answered. */
export type NotificationState = 'unsupported' | 'default' | 'granted' | 'denied'

export function notificationState(): NotificationState {
  try {
    return 'PushManager' in globalThis && 'serviceWorker' in navigator
      ? Notification.permission
      : 'unsupported'
  } catch {
    return 'unsupported'
  }
}

/** What a browser says about its subscription. */
export interface PhoneSubscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const hashOf = async (text: string): Promise<string> =>
  base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

const keyOf = ({ options }: PushSubscription): string =>
  base64url(options.applicationServerKey ?? new ArrayBuffer(0))

function describe(subscription: PushSubscription): PhoneSubscription | null {
  const { endpoint, keys } = subscription.toJSON()
  const [p256dh, auth] = [keys?.p256dh, keys?.auth]
  return endpoint === undefined || p256dh === undefined || auth === undefined
    ? null
    : { endpoint, keys: { p256dh, auth } }
}

/** The worker once it runs; null where there is none. */
async function readyWorker(): Promise<Worker | null> {
  const worker = await navigator.serviceWorker.getRegistration()
  return worker === undefined ? null : navigator.serviceWorker.ready
}

/** The subscription of this browser under a key of the server; one under another key is ended. Null for none. */
export function readSubscription(publicKey: string): Promise<PhoneSubscription | null> {
  return attempt(async () => {
    const worker = await readyWorker()
    const subscription = (await worker?.pushManager.getSubscription()) ?? null
    if (subscription === null) return null
    if (keyOf(subscription) === publicKey) return describe(subscription)
    await subscription.unsubscribe()
    return null
  })
}

/** Asks the person for notifications, which some browsers allow only after a tap, and subscribes. Null if it was refused. */
export function subscribe(publicKey: string): Promise<PhoneSubscription | null> {
  return attempt(async () => {
    if ((await Notification.requestPermission()) !== 'granted') return null
    const worker = await readyWorker()
    const subscription = await worker?.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    })
    return subscription === undefined ? null : describe(subscription)
  })
}

const ENDPOINT_KEY = 'senca.endpoint'

/** The hash of the endpoint that the server got from this browser last; null while notifications are off here. */
export const sentEndpoint = {
  read: (): string | null => browserStorage.getItem(ENDPOINT_KEY),
  async keep({ endpoint }: PhoneSubscription): Promise<void> {
    browserStorage.setItem(ENDPOINT_KEY, await hashOf(endpoint))
  },
  is: async ({ endpoint }: PhoneSubscription): Promise<boolean> =>
    (await hashOf(endpoint)) === browserStorage.getItem(ENDPOINT_KEY),
  forget: (): void => browserStorage.removeItem(ENDPOINT_KEY),
}

export async function endSubscription(): Promise<void> {
  await attempt(async () => {
    const worker = await navigator.serviceWorker.getRegistration()
    await (await worker?.pushManager.getSubscription())?.unsubscribe()
  })
}

/** Notifications are turned off in this browser. */
export async function unsubscribe(): Promise<void> {
  sentEndpoint.forget()
  await endSubscription()
}

/** Notes whose pushes the worker shows; null for nobody's. The mark is the one of the server's messages. */
export async function noteAccount(email: string | null): Promise<void> {
  await attempt(async () => {
    const notes = await caches.open(NOTES)
    if (email === null) return notes.delete('/account')
    return notes.put('/account', new Response((await hashOf(email)).slice(0, MARK_LENGTH)))
  })
}
const MARK_LENGTH = 22

/** The account was left: nothing of it stays in this browser. */
export async function forgetAccount(): Promise<void> {
  await Promise.all([removeRecord(), noteAccount(null), unsubscribe(), closeShown(() => true), showBadge(0)])
}

/** Closes the shown notifications whose id is one of those; null is the id of what says how a button ended. */
export async function closeShown(isOver: (id: string | null) => boolean): Promise<void> {
  await attempt(async () => {
    const worker = await navigator.serviceWorker.getRegistration()
    for (const shown of (await worker?.getNotifications()) ?? [])
      if (isOver(typeof shown.data?.id === 'string' ? shown.data.id : null)) shown.close()
  })
}

/** The number on the icon of the installed app. */
export async function showBadge(unseen: number): Promise<void> {
  await attempt(async () => (unseen === 0 ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(unseen)))
}

/** Calls back with what the worker says: `open` and an address after a tap, `ended` when the session has ended. */
export function onWorkerMessage(call: (message: string) => void): void {
  void attempt(async () =>
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') call(data)
    }),
  )
}
