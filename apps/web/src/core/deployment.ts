import { type KeptTexts, tabStorage } from './storage.ts'

/** What is needed to find out whether the server has a newer app than the one that is open. */
export interface Deployment {
  /** The URL of the script that this page started from; it changes with every build. */
  entry: string | null
  /** The HTML of the page as the server delivers it now. */
  fetchPage(): Promise<string>
  storage: Pick<KeptTexts, 'getItem' | 'setItem'>
  now(): number
  /** Whether the person is typing, or has typed something that a reload would lose. */
  isWriting(): boolean
  /** Lets the person decide when to reload. */
  offerReload(): void
  reload(): void
}

const RELOADED_AT = 'sencaReloadedAt'
/**
 * A page reloads by itself at most once in this time: servers that answer in turn with an old and a new app must not cause an
 * endless loop.
 */
const RELOAD_AGAIN_MS = 300_000

/**
 * Reloads the page when one of its files could not be loaded because the server has a newer app. A page that is only offline
 * stays. If somebody is typing, they are offered the reload instead.
 */
export async function reloadIfOutdated({
  entry,
  fetchPage,
  storage,
  now,
  isWriting,
  offerReload,
  reload,
}: Deployment): Promise<void> {
  try {
    if (entry === null || (await fetchPage()).includes(entry)) return
    if (isWriting()) {
      offerReload()
      return
    }
    if (mayReload(storage, now)) reload()
  } catch {
    // Without an answer it is unknown whether there is a newer app.
  }
}

/** Whether a page may reload by itself now, which it then does. Without storage it would be unknown afterwards that it did. */
export function mayReload(
  storage: Deployment['storage'] = tabStorage,
  now: () => number = Date.now,
): boolean {
  const last = Number(storage.getItem(RELOADED_AT) ?? 0)
  if (Math.abs(now() - last) < RELOAD_AGAIN_MS) return false
  return storage.setItem(RELOADED_AT, String(now()))
}

const fetchPage = async (): Promise<string> => {
  const answer = await fetch(location.pathname, { cache: 'no-store' })
  if (!answer.ok) throw new Error(`The page answered ${answer.status}`)
  return answer.text()
}

const FIELDS =
  'textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=range], [type=button], [type=submit])'

export const isWriting = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(FIELDS)].some(
    (field) => field === document.activeElement || field.value !== '',
  )

/** Listens for files of this page that fail to load. */
export function followDeployment(offerReload: () => void): void {
  const script = document.querySelector('script[type="module"][src]')
  addEventListener('vite:preloadError', () => {
    void reloadIfOutdated({
      entry: script?.getAttribute('src') ?? null,
      fetchPage,
      storage: tabStorage,
      now: Date.now,
      isWriting,
      offerReload,
      reload: () => location.reload(),
    })
  })
}

/** Whether the server answers with the page. */
export const isReachable = (): Promise<boolean> =>
  fetchPage().then(
    () => true,
    () => false,
  )

/**
 * Reloads the page and returns true; returns false if the server cannot be reached, because a reload would then show only the
 * browser's error page.
 */
export async function reloadIfReachable(): Promise<boolean> {
  if (!(await isReachable())) return false
  location.reload()
  return true
}
