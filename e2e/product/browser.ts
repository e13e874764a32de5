import { existsSync } from 'node:fs'

/** The headless shell comes first: it does the same with a quarter less work. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

/** The path of the browser to use: `CHROMIUM_PATH`, otherwise the first existing default path. Throws if there is none. */
export function browserPath(): string {
  const path = [process.env.CHROMIUM_PATH, ...PLACES].find(
    (place) => place !== undefined && existsSync(place),
  )
  if (path === undefined)
    throw new Error('No Chromium found: set CHROMIUM_PATH or run npm test, which installs one.')
  return path
}
