/**
 * What pages keep in the browser. It may be refused, by a private window or a setting, and throws then even when its name is read; it
 * is kept in memory instead, until the page is left. Only this module and `pocket.ts` touch what browsers keep.
 */

export interface KeptTexts {
  getItem(key: string): string | null
  /** Returns whether it is still there after a reload. */
  setItem(key: string, value: string): boolean
  removeItem(key: string): void
}

function keptTexts(of: () => Storage): KeptTexts {
  const memory = new Map<string, string>()
  return {
    getItem(key) {
      const held = memory.get(key)
      if (held !== undefined) return held
      try {
        return of().getItem(key)
      } catch {
        return null
      }
    },
    setItem(key, value) {
      try {
        of().setItem(key, value)
        memory.delete(key)
        return true
      } catch {
        memory.set(key, value)
        return false
      }
    },
    removeItem(key) {
      memory.delete(key)
      try {
        of().removeItem(key)
      } catch {
        // Nothing was kept.
      }
    },
  }
}

/** What this browser keeps. */
export const browserStorage = keptTexts(() => localStorage)
/** What this tab keeps. */
export const tabStorage = keptTexts(() => sessionStorage)

const PROBE_KEY = 'senca.probe'

/** Whether this browser keeps nothing, so that it is not known either who is signed in. */
export function isStorageRefused(): boolean {
  const isKept = browserStorage.setItem(PROBE_KEY, '')
  browserStorage.removeItem(PROBE_KEY)
  return !isKept
}

/** Whether this browser takes no cookies, without which there is no session. */
export function areCookiesRefused(): boolean {
  try {
    return !navigator.cookieEnabled
  } catch {
    return true
  }
}

/** Whether the files of this page came from the service worker, and what it kept of the home may be shown. */
export function isFromWorker(): boolean {
  try {
    return navigator.serviceWorker.controller !== null
  } catch {
    return false
  }
}
