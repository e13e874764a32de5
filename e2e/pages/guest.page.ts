import type { Locator, Page } from '@playwright/test'
import type { Translate } from '../product/texts.ts'

/** The pages of a shared link, with the texts of one language. */
export class GuestPage {
  readonly page: Page
  readonly #url: string
  readonly #t: Translate

  constructor(page: Page, url: string, t: Translate) {
    this.page = page
    this.#url = url
    this.#t = t
  }

  async open(token: string | null): Promise<void> {
    const query = token === null ? '' : `?token=${encodeURIComponent(token)}`
    await this.page.goto(`${this.#url}/device-link${query}`)
  }

  /** Opens a link and waits until its messages are received. */
  async openAndListen(token: string): Promise<void> {
    const received = this.page
      .waitForEvent('websocket')
      .then((socket) =>
        socket.waitForEvent('framereceived', ({ payload }) => payload.includes('auth.accepted')),
      )
    await this.open(token)
    await received
  }

  async openDevice(token: string, deviceId: string, deviceSpecifier?: string): Promise<void> {
    const query = new URLSearchParams({
      token,
      deviceId,
      ...(deviceSpecifier === undefined ? {} : { deviceSpecifier }),
    })
    await this.page.goto(`${this.#url}/device-link/device?${query}`)
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { name, exact: true })
  }

  card(name: string): Locator {
    return this.page.getByRole('article', { name, exact: true })
  }

  /** The cards of a device that has one for each channel; their names start with the name of the device. */
  cards(name: string): Locator {
    return this.page.getByRole('article', { name: new RegExp(`^${name}`) })
  }

  /** The key of a door on its card, which unlocks all its locks. */
  unlockKey(door: string): Locator {
    return this.card(door).getByRole('button', { name: new RegExp(`^${door}: `) })
  }

  button(key: string, name: string): Locator {
    return this.page.getByRole('button', { name: this.#t(key, { name }), exact: true })
  }
}
