import type { Config } from '../process/config.ts'

type Providers = Pick<Config, 'google' | 'apple'>

/** The sources that the page needs for Google's client script and Apple's popup; empty for a provider that is not configured. */
export function providerSources({ google, apple }: Providers) {
  const ofGoogle = (source: string) => (google === undefined ? [] : [source])
  const ofApple = (source: string) => (apple === undefined ? [] : [source])
  return {
    script: [
      ...ofGoogle('https://accounts.google.com/gsi/client'),
      ...ofApple('https://appleid.cdn-apple.com/appleauth/static/jsapi/appleid/1/en_US/appleid.auth.js'),
    ],
    style: ofGoogle('https://accounts.google.com/gsi/style'),
    connect: [...ofGoogle('https://accounts.google.com/gsi/'), ...ofApple('https://appleid.apple.com')],
    frame: [...ofGoogle('https://accounts.google.com/gsi/'), ...ofApple('https://appleid.apple.com')],
    /** Both send their result from a popup window. */
    needsPopups: google !== undefined || apple !== undefined,
  }
}
