import type { Locator, Page } from '@playwright/test'

/** The words for the end positions of a shade, as percent closed. */
const ENDS: Readonly<Record<string, number>> = { Open: 0, Retracted: 0, Closed: 100, Extended: 100 }

/** The home screen with its cards, and the menu over it. */
export class HomePage {
  readonly page: Page
  readonly cards: Locator
  readonly connection: Locator

  constructor(page: Page) {
    this.page = page
    this.cards = page.getByRole('article')
    this.connection = page.getByText(/^No connection. As of/)
  }

  card(name: string): Locator {
    return this.page.getByRole('article', { name, exact: true })
  }

  button(action: 'Open' | 'Close' | 'Stop', name: string): Locator {
    return this.page.getByRole('button', { name: `${action} ${name}`, exact: true })
  }

  slider(name: string): Locator {
    return this.page.getByRole('slider', { name: `${name}, position` })
  }

  /** The position that the card announces, 0..100. */
  async position(name: string): Promise<number> {
    const text = (await this.slider(name).getAttribute('aria-valuetext')) ?? ''
    const [word = ''] = text.split(',')
    return ENDS[word] ?? Number.parseInt(text, 10)
  }

  /** Opens the list of the key "⋯". */
  async openMore(): Promise<Locator> {
    const more = this.page.getByRole('button', { name: 'More', exact: true })
    await more.click()
    return more.locator('xpath=..').getByRole('list')
  }

  /** Changes between cards and small tiles. */
  async toggleTiles(): Promise<void> {
    const list = await this.openMore()
    await list.getByRole('button', { name: 'Small tiles', exact: true }).click()
  }

  async openMenu(): Promise<void> {
    await this.page.getByRole('link', { name: 'Menu' }).click()
  }
}
