import { expect, type Locator, type Page } from '@playwright/test'
import { isWorkerActive, keptHome } from '../product/lasting-browser.ts'
import { bringSession } from '../product/launch.ts'
import type { Account, Product } from '../product/product.ts'

/** The server and the account of a visit. */
export type Visited = Pick<Product, 'url' | 'account'>

/** The pages for signing in and creating an account. */
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
    this.logIn = page.getByRole('button', { name: 'Log in', exact: true })
    this.create = page.getByRole('button', { name: 'Create account' })
    this.message = page.getByRole('alert')
  }

  async signIn(url: string, email: string, password: string): Promise<void> {
    await this.page.goto(url)
    await this.fill({ email, password })
  }

  /** Signs in by the form and opens nothing but the home, until the worker and a home with these texts are kept. */
  async keepHome({ url, account: { email, password } }: Visited, texts: readonly string[] = ['']) {
    await this.signIn(url, email, password)
    await expect(this.page.getByRole('article').first()).toBeVisible()
    await expect.poll(() => isWorkerActive(this.page)).toBe(true)
    for (const text of texts) await expect.poll(() => keptHome(this.page)).toContain(text)
  }

  /** Fills in the current form and submits it. */
  async fill({ email, password }: Account): Promise<void> {
    await this.email.fill(email)
    await this.password.fill(password)
    await this.password.press('Enter')
  }

  /** Gives the browser the session of the owner of a home, as after an earlier visit. The login form has its own tests. */
  async bringSession({ url, account }: Visited): Promise<void> {
    await bringSession(this.page.context(), url, account)
  }

  /** Opens the home as its owner, with the session of an earlier visit. */
  async enter(home: Visited): Promise<void> {
    await this.bringSession(home)
    await this.page.goto(`${home.url}/home`)
  }
}
