/** The stored PIN of this tab; null if there is none or the browser has no storage. */
export function readPin(key: string): string | null {
  try {
    return sessionStorage.getItem(key)?.match(/^\d{4,8}$/)?.[0] ?? null
  } catch {
    return null
  }
}

/** Stores a PIN while the tab is open; null removes it. */
export function writePin(key: string, pin: string | null): void {
  try {
    if (pin === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, pin)
  } catch {
    // Without storage the guest is asked for the PIN again.
  }
}
