/** What tells whether the server has a newer app than the one that is shown. */
export interface Deployment {
  /** The address of the script that this page started from; it changes with every build. */
  entry: string | null
  /** The page as the server has it now. */
  fetchPage(): Promise<string>
  storage: Pick<Storage, 'getItem' | 'setItem'>
  now(): number
  /** Whether somebody writes on the page, or has written what a reload would lose. */
  isWriting(): boolean
  /** Leaves it to the person when to reload. */
  offerReload(): void
  reload(): void
}

const RELOADED_AT = 'sencaReloadedAt'
/** Servers that answer in turn with an old and a new app must not have the page reload for ever. */
const RELOAD_AGAIN_MS = 300_000

/**
 * Reloads a page of which a file could not be loaded when that is because the server has newer ones. A page that is only
 * offline stays as it is; on one that somebody writes on, reloading is their choice.
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
    const last = Number(storage.getItem(RELOADED_AT) ?? 0)
    if (Math.abs(now() - last) < RELOAD_AGAIN_MS) return
    storage.setItem(RELOADED_AT, String(now()))
    reload()
  } catch {
    // Without an answer nothing is known of newer files, without storage not whether this was tried before.
  }
}

const fetchPage = async (): Promise<string> => {
  const answer = await fetch(location.pathname, { cache: 'no-store' })
  if (!answer.ok) throw new Error(`The page answered ${answer.status}`)
  return answer.text()
}

const FIELDS =
  'textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=range], [type=button], [type=submit])'

const isWriting = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(FIELDS)].some(
    (field) => field === document.activeElement || field.value !== '',
  )

/** Follows the files that this page fails to load. */
export function followDeployment(offerReload: () => void): void {
  const script = document.querySelector('script[type="module"][src]')
  addEventListener('vite:preloadError', () => {
    void reloadIfOutdated({
      entry: script?.getAttribute('src') ?? null,
      fetchPage,
      storage: sessionStorage,
      now: Date.now,
      isWriting,
      offerReload,
      reload: () => location.reload(),
    })
  })
}

/** Reloads the page unless the server cannot be reached, which would leave nothing but the browser's own words. */
export async function reloadIfReachable(): Promise<boolean> {
  try {
    await fetchPage()
  } catch {
    return false
  }
  location.reload()
  return true
}
