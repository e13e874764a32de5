import type { Locator, Page } from '@playwright/test'
import { DEMO } from '../product/product.ts'

interface Account {
  email: string
  password: string
}

/** Signing in and creating an account. */
export class EntrancePage {
  readonly page: Page
  readonly email: Locator
  readonly password: Locator
  readonly confirmation: Locator
  readonly logIn: Locator
  readonly create: Locator
  readonly message: Locator

  constructor(page: Page) {
    this.page = page
    this.email = page.getByRole('textbox', { name: 'E-mail' })
    this.password = page.getByLabel('Password', { exact: true })
    this.confirmation = page.getByLabel('Confirm password', { exact: true })
    this.logIn = page.getByRole('button', { name: 'Log in' })
    this.create = page.getByRole('button', { name: 'Create account' })
    this.message = page.getByRole('alert')
  }

  async signIn(url: string, email: string, password: string): Promise<void> {
    await this.page.goto(url)
    await this.fill({ email, password })
  }

  /** Fills in the form that is shown, and sends it; for the demo home's owner unless told otherwise. */
  async fill({ email, password }: Account = DEMO): Promise<void> {
    await this.email.fill(email)
    await this.password.fill(password)
    await this.password.press('Enter')
  }

  /** Gives the browser the session of the demo home's owner, as after an earlier visit; the form has tests of its own. */
  async bringSession(url: string): Promise<void> {
    const form = { login: DEMO.email, password: DEMO.password }
    const answer = await this.page.request.post(`${url}/auth/login`, { form })
    if (!answer.ok()) throw new Error(await answer.text())
    const account = {
      isLoggedIn: true,
      isConfirmed: true,
      isPasswordSet: true,
      email: DEMO.email,
      locale: null,
    }
    // The least that this origin serves: its storage is all that is wanted of it.
    await this.page.goto(`${url}/healthz`)
    await this.page.evaluate((kept) => localStorage.setItem('senca.account', kept), JSON.stringify(account))
  }

  /** Comes to the home of the demo's owner, with the session of an earlier visit. */
  async enter(url: string): Promise<void> {
    await this.bringSession(url)
    await this.page.goto(`${url}/home`)
  }
}
