import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { browserPath } from './browser.ts'
import { KNOWN_BROWSER } from './client.ts'

export type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/** The test browser, headless and without GPU, for measurements outside of Playwright tests. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

/** By context: the server and the account of the session that was brought to it. */
const brought = new WeakMap<BrowserContext, string>()

/**
 * Gives a browser the session of an account, as after an earlier visit. A session that it already has is kept: a login replaces it,
 * and pages that are open would be signed out. Throws if the server refuses the login.
 */
export async function bringSession(
  context: BrowserContext,
  url: string,
  account: { email: string; password: string },
): Promise<void> {
  const key = `${url} ${account.email}`
  if (brought.get(context) === key && (await context.request.post(`${url}/auth/login`)).ok()) return
  await context.addCookies([{ ...KNOWN_BROWSER, url: `${url}/auth`, httpOnly: true, sameSite: 'Lax' }])
  const form = { login: account.email, password: account.password }
  const answer = await context.request.post(`${url}/auth/login`, { form })
  if (!answer.ok()) throw new Error(await answer.text())
  const kept = JSON.stringify({
    isLoggedIn: true,
    isConfirmed: true,
    isPasswordSet: true,
    email: account.email,
    locale: null,
  })
  // Pages without an origin have no storage. A tab that was already visited is not signed in again, so that a sign-out in it
  // lasts.
  const content = `if (origin !== 'null' && sessionStorage.getItem('test.visited') === null) {
    sessionStorage.setItem('test.visited', 'yes')
    localStorage.setItem('senca.account', ${JSON.stringify(kept)})
  }`
  await context.addInitScript({ content })
  brought.set(context, key)
}
