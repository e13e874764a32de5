import type { Locator, Page } from '@playwright/test'
import { EntrancePage, type Visited } from './entrance.page.ts'

/** The sharing pages of an owner: the list of access and the form of a link. */
export class LinksPage {
  readonly page: Page
  readonly main: Locator
  readonly dialog: Locator
  readonly home: Visited

  constructor(page: Page, home: Visited) {
    this.page = page
    this.home = home
    this.main = page.getByRole('main')
    this.dialog = page.getByRole('dialog')
  }

  /** Signs in as the owner of the home, as after an earlier visit. */
  async enter(): Promise<void> {
    await new EntrancePage(this.page).bringSession(this.home)
  }

  async open(path = '/access'): Promise<void> {
    await this.page.goto(`${this.home.url}${path}`)
  }

  /** Brings the list up to date at once, as it is when somebody comes back to the tab. */
  async comeBack(): Promise<void> {
    await this.page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  }

  /** An entry of the list of access by name. */
  entry(name: string): Locator {
    return this.main.getByRole('listitem').filter({ hasText: name })
  }

  /** Presses an action of a link. */
  async press(action: 'Edit' | 'Delete' | 'Share', name: string): Promise<void> {
    await this.main.getByRole(action === 'Edit' ? 'link' : 'button', { name: `${action} ${name}` }).click()
  }

  /** Expands a part of the sentence that describes a link. */
  async unfold(...parts: ('Name' | 'Devices' | 'When')[]): Promise<void> {
    for (const part of parts) {
      const word = this.main.getByRole('button', { name: new RegExp(`^${part}: `) })
      if ((await word.getAttribute('aria-expanded')) === 'false') await word.click()
    }
  }

  device(name: string): Locator {
    return this.main
      .getByRole('group', { name: 'Devices', exact: true })
      .getByRole('checkbox', { name, exact: true })
  }

  /** The control that expands the terms of one of several devices. */
  termsOf(name: string): Locator {
    return this.main.locator('details details summary').filter({ hasText: name })
  }

  choice(name: string): Locator {
    return this.main.getByRole('radio', { name, exact: true })
  }

  field(name: string): Locator {
    return this.main.getByLabel(name, { exact: true })
  }

  create(): Locator {
    return this.main.getByRole('button', { name: 'Create link' })
  }

  save(): Locator {
    return this.main.getByRole('button', { name: 'Save', exact: true })
  }

  freeze(): Locator {
    return this.main.getByRole('switch', { name: 'Pause all sharing' })
  }

  /** The URL that the dialog shows. */
  async address(): Promise<string> {
    return this.dialog.getByText(/\/device-link\?token=/).innerText()
  }
}
