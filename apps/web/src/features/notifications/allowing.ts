interface Browser {
  userAgent: string
  maxTouchPoints: number
}

/** iPhones and iPads have notifications in the installed app alone. iPads name themselves Macs. */
export const isApple = ({ userAgent, maxTouchPoints }: Browser = navigator): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)

/** Each has its own place where a person allows again what was blocked. */
export function browserKind(browser: Browser = navigator): 'apple' | 'firefox' | 'safari' | 'chromium' {
  if (isApple(browser)) return 'apple'
  if (browser.userAgent.includes('Firefox')) return 'firefox'
  return /Chrom(e|ium)/.test(browser.userAgent) ? 'chromium' : 'safari'
}

/** Calls `call` once a person has changed the permission in the settings of the browser. Returns what ends that. */
export function followPermission(call: () => void): () => void {
  const ended = new AbortController()
  navigator.permissions?.query({ name: 'notifications' }).then(
    (permission) => permission.addEventListener('change', call, { signal: ended.signal }),
    () => {},
  )
  return () => ended.abort()
}
