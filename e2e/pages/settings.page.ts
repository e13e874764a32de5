import { expect, type Locator, type Page } from '@playwright/test'
import { EntrancePage, type Visited } from './entrance.page.ts'

/** The settings of a device, their dialogs, and the screens of the two saved positions. */
export class SettingsPage {
  readonly page: Page
  readonly dialog: Locator
  readonly message: Locator
  readonly home: Visited

  constructor(page: Page, home: Visited) {
    this.page = page
    this.home = home
    this.dialog = page.getByRole('dialog')
    this.message = page.getByRole('status').filter({ has: page.getByRole('button') })
  }

  /** Opens the settings of a device as the owner of the home. */
  async enter(deviceId: string): Promise<void> {
    await new EntrancePage(this.page).bringSession(this.home)
    await this.open(deviceId)
  }

  async open(deviceId: string): Promise<void> {
    await this.page.goto(`${this.home.url}/devicesettingspage?deviceId=${encodeURIComponent(deviceId)}`)
    await expect(this.page.getByRole('heading', { name: 'Controller' })).toBeVisible()
  }

  /** Opens the page of the hardware from the settings that are open. */
  async openHardware(): Promise<void> {
    await this.row('Hardware').getByRole('link').click()
    await expect(this.page).toHaveURL(/\/devicehardwarepage/)
    await expect(this.row('Hardware')).toHaveCount(0)
  }

  /** The row that starts with this text; the current value is at its end. */
  row(name: string): Locator {
    return this.page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`^${name}`) })
  }

  /** Opens the dialog of a row. */
  async ask(name: string): Promise<Locator> {
    await this.row(name).getByRole('button').click()
    await expect(this.dialog).toHaveAccessibleName(name)
    return this.dialog
  }

  async press(
    button: 'Cancel' | 'Save' | 'Discard' | 'Reverse' | 'Recalibrate' | 'Restart' | 'Delete',
  ): Promise<void> {
    await this.dialog.getByRole('button', { name: button, exact: true }).click()
  }

  async choose(choice: string): Promise<void> {
    await this.dialog.getByRole('radio', { name: choice }).click()
  }

  slider(name: 'Position' | 'Slats' | 'Louvers'): Locator {
    return this.page.getByRole('slider', { name, exact: true })
  }

  back(): Locator {
    return this.page.getByRole('main').getByRole('button', { name: 'Back' })
  }

  save(): Locator {
    return this.page.getByRole('main').getByRole('button', { name: 'Save', exact: true })
  }
}
