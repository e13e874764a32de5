import type { Locator, Page } from '@playwright/test'
import { movesOf } from './moves.ts'
import { boxOf } from './places.ts'

/** The control screen of a shade. */
export class ControlPage {
  readonly page: Page
  readonly slider: Locator
  readonly stop: Locator
  readonly alert: Locator
  /** The bodies of the move requests that the page has sent, oldest first. */
  readonly moves: readonly unknown[]
  aborts = 0

  constructor(page: Page) {
    this.page = page
    this.slider = page.getByRole('slider')
    this.stop = page.getByRole('button', { name: 'Stop', exact: true })
    this.alert = page.getByRole('main').getByRole('alert')
    this.moves = movesOf(page)
    page.on('request', (request) => {
      if (request.url().endsWith('/device/abort')) this.aborts += 1
    })
  }

  key(name: 'Open' | 'Close' | 'Retract' | 'Ventilation' | 'Favorite' | 'Try again'): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  view(name: 'Position' | 'Tilt'): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  async open(url: string, deviceId: string): Promise<void> {
    await this.page.goto(`${url}/device?deviceId=${deviceId}`)
    await this.slider.waitFor()
  }

  /** The point on the control area for a position 0..1. */
  async at(position: number): Promise<{ x: number; y: number }> {
    const box = await boxOf(this.slider)
    return { x: box.x + box.width * 0.3, y: box.y + box.height * (0.02 + 0.96 * position) }
  }

  /** Presses at the first position and moves to the others, without releasing. */
  async press(...positions: number[]): Promise<void> {
    for (const [index, position] of positions.entries()) {
      const { x, y } = await this.at(position)
      await this.page.mouse.move(x, y, { steps: 3 })
      if (index === 0) await this.page.mouse.down()
    }
  }

  async release(): Promise<void> {
    await this.page.mouse.up()
  }

  /** Moves the pointer out of the control area, to its left. */
  async leave(): Promise<void> {
    const { y } = await this.at(0.5)
    await this.page.mouse.move(4, y, { steps: 3 })
  }

  /** The value of the slider: 0..100, or degrees. */
  async value(): Promise<number> {
    return Number(await this.slider.getAttribute('aria-valuenow'))
  }
}
