import type { Locator, Page } from '@playwright/test'

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
    await this.email.fill(email)
    await this.password.fill(password)
    await this.password.press('Enter')
  }
}
