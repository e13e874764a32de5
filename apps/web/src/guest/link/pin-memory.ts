/** The PIN that this tab remembers; null where there is none, or where the browser keeps nothing. */
export function readPin(key: string): string | null {
  try {
    return sessionStorage.getItem(key)?.match(/^\d{4,8}$/)?.[0] ?? null
  } catch {
    return null
  }
}

/** Remembers a PIN as long as the tab is open; null forgets it. */
export function writePin(key: string, pin: string | null): void {
  try {
    if (pin === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, pin)
  } catch {
    // It is asked for again, then.
  }
}
