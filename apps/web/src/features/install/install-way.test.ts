import { expect, it } from 'vitest'
import { type InstallPlace, installWay } from './install-way.ts'

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const page: InstallPlace = {
  userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${APPLE} Version/18.5 Mobile/15E148 Safari/604.1`,
  touchPoints: 5,
  isInstalled: false,
  isSecure: true,
  hasPrompt: false,
}
const MAC = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.5 Safari/605.1.15`
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)'

it.each<[name: string, place: Partial<InstallPlace>, way: ReturnType<typeof installWay>]>([
  ['an iPhone', {}, 'ios'],
  ['an iPad, which calls itself a Mac', { userAgent: MAC, touchPoints: 5 }, 'ios'],
  ['Safari on a Mac', { userAgent: MAC, touchPoints: 0 }, 'mac'],
  ['an app on an iPhone', { userAgent: `${page.userAgent} [FBAN/FBIOS;FBAV/480.0]` }, 'inAppApple'],
  [
    'an app on Android',
    { userAgent: `${ANDROID.replace(')', '; wv)')} Chrome/142.0 Mobile` },
    'inAppAndroid',
  ],
  [
    'Firefox on Android',
    { userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0' },
    'firefox',
  ],
  [
    'Chrome with its offer',
    { userAgent: `${ANDROID} Chrome/142.0 Mobile Safari/537.36`, hasPrompt: true },
    'prompt',
  ],
  ['Chrome without one', { userAgent: `${ANDROID} Chrome/142.0 Mobile Safari/537.36` }, null],
  [
    'Firefox on a desktop',
    { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', touchPoints: 0 },
    null,
  ],
  ['plain http', { isSecure: false }, 'http'],
  ['the installed app', { isInstalled: true }, null],
])('the app is installed in %s: %s [PK2] [PK40]', (_name, place, way) => {
  expect(installWay({ ...page, ...place })).toBe(way)
})
