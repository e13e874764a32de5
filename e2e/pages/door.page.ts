import { expect, type Locator, type Page } from '@playwright/test'
import { movesOf } from './moves.ts'

export type LockWord = 'Locked' | 'Unlocked' | 'Locking' | 'Unlocking' | 'Jammed' | 'Unknown'

const STATES = '(Locked|Unlocked|Locking|Unlocking|Jammed|Lock state unknown)'

export class DoorPage {
  readonly page: Page
  readonly url: string
  readonly tabs: Locator
  readonly panel: Locator
  readonly dialog: Locator
  /** The bodies of the move requests that the page has sent, oldest first. */
  readonly moves: readonly unknown[]
  /** The lock whose keys and words are meant; null for the whole door. */
  private only: 'Magnet lock' | 'Motor lock' | null = null

  constructor(page: Page, url: string) {
    this.page = page
    this.url = url
    this.tabs = page.getByRole('tab')
    this.panel = page.getByRole('tabpanel')
    this.dialog = page.getByRole('dialog')
    this.moves = movesOf(page)
  }

  /** The whole door, one of its locks alone, or another part. */
  async open(deviceId: string, part?: 'magnet' | 'motor' | 'foil' | 'lights'): Promise<void> {
    this.only = part === 'magnet' ? 'Magnet lock' : part === 'motor' ? 'Motor lock' : null
    const tab = this.only === null ? part : 'locks'
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

  tab(name: 'Door' | 'Locks' | 'Magic foil' | 'Lights'): Locator {
    return this.page.getByRole('tab', { name, exact: true })
  }

  /** The panel of the whole door, or the lock that was opened. */
  private get part(): Locator {
    return this.only === null ? this.panel : this.panel.getByRole('region', { name: this.only, exact: true })
  }

  /** The key that unlocks; its name has the state in words and what it does. */
  lock(word?: LockWord): Locator {
    const state = word === 'Unknown' ? 'Lock state unknown' : (word ?? STATES)
    return this.part.getByRole('button', {
      name: new RegExp(
        `: ${state}(, last known: [^.]+)?(\\. (Hold to unlock|Unlock( · \\d+\\ss| until opened)?))?$`,
      ),
    })
  }

  /** The key for the door-open pulse of the lock that was opened. */
  get openDoor(): Locator {
    return this.part.getByRole('button', { name: /: (Open door|Hold to open) · 1\ss$/ })
  }

  async says(word: LockWord): Promise<void> {
    const text = word === 'Unknown' ? 'Lock state unknown' : word
    await expect(this.part.getByText(text, { exact: true }).first()).toBeVisible({ timeout: 120_000 })
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
