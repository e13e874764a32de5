import { expect, type Locator, type Page } from '@playwright/test'
import { movesOf } from './moves.ts'

export type LockWord = 'Locked' | 'Unlocked' | 'Locking' | 'Unlocking' | 'Jammed' | 'Unknown'

export class DoorPage {
  readonly page: Page
  readonly url: string
  readonly tabs: Locator
  readonly panel: Locator
  readonly openDoor: Locator
  readonly dialog: Locator
  /** The bodies of the move requests that the page has sent, oldest first. */
  readonly moves: readonly unknown[]

  constructor(page: Page, url: string) {
    this.page = page
    this.url = url
    this.tabs = page.getByRole('tab')
    this.panel = page.getByRole('tabpanel')
    this.openDoor = page.getByRole('button', { name: /^(Open door|Hold to open) · 1\ss$/ })
    this.dialog = page.getByRole('dialog')
    this.moves = movesOf(page)
  }

  async open(deviceId: string, tab?: 'magnet' | 'motor' | 'foil' | 'lights'): Promise<void> {
    const query = new URLSearchParams({ deviceId, ...(tab === undefined ? {} : { tab }) })
    await this.page.goto(`${this.url}/doordeviceinfopage?${query}`)
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible()
  }

  async openSettings(deviceId: string): Promise<void> {
    await this.page.goto(`${this.url}/doorsettingspage?deviceId=${deviceId}`)
    await expect(this.page.getByRole('heading', { name: 'Controller' })).toBeVisible()
  }

  /** Opens the page of the hardware from the settings that are open. */
  async openHardware(): Promise<void> {
    await this.page.getByRole('main').getByRole('link', { name: 'Hardware' }).click()
    await expect(this.page).toHaveURL(/\/devicehardwarepage/)
    await expect(this.row('Restart device')).toBeVisible()
  }

  /** A row of the settings that starts with this text. */
  row(name: string): Locator {
    return this.page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}`) })
  }

  tab(name: 'Magnet lock' | 'Motor lock' | 'Magic foil' | 'Lights'): Locator {
    return this.page.getByRole('tab', { name, exact: true })
  }

  /** The round button of a lock; its name contains its action and the state of the lock. */
  lock(word?: LockWord): Locator {
    const state = word === undefined ? '' : `: ${word === 'Unknown' ? 'Lock unknown' : word}$`
    return this.page.getByRole('button', {
      name: new RegExp(`^(Hold: )?Unlock( · \\d+\\ss| until opened)?\\. .*${state}`),
    })
  }

  async says(word: LockWord): Promise<void> {
    await expect(this.panel.getByText(word, { exact: true })).toBeVisible({ timeout: 120_000 })
  }

  /** Enters the first half of a PIN by touch and the rest by keyboard, and sends it. */
  async enterPin(pin: string): Promise<void> {
    const half = Math.floor(pin.length / 2)
    for (const digit of pin.slice(0, half)) {
      await this.dialog.getByRole('button', { name: digit, exact: true }).click()
    }
    await this.page.keyboard.type(pin.slice(half))
    await this.page.keyboard.press('Enter')
  }
}
