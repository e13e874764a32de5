import type { Locator, Page } from '@playwright/test'
import { boxOf } from './places.ts'

/** The front of the house, where it is shown and where it is arranged. */
export class FacadePage {
  readonly page: Page
  readonly windows: Locator
  readonly arrange: Locator
  readonly done: Locator

  constructor(page: Page) {
    this.page = page
    this.windows = page.getByRole('list', { name: 'Windows and doors' })
    this.arrange = page.getByRole('button', { name: 'Arrange', exact: true })
    this.done = page.getByRole('button', { name: 'Done', exact: true })
  }

  /** A window or door, as a link to its control. */
  window(name: string): Locator {
    return this.windows.getByRole('link', { name: new RegExp(`^${name}: `) })
  }

  /** A window or door while the façade is arranged. */
  movable(name: string): Locator {
    return this.windows.getByRole('button', { name, exact: true })
  }

  /** Drags something by so many pixels, or to a place, and drops it. */
  async drag(what: Locator, by: { x: number; y: number }): Promise<void> {
    const { x, y, width, height } = await boxOf(what)
    const [fromX, fromY] = [x + width / 2, y + height / 2]
    await this.page.mouse.move(fromX, fromY)
    await this.page.mouse.down()
    await this.page.mouse.move(fromX + by.x / 2, fromY + by.y / 2)
    await this.page.mouse.move(fromX + by.x, fromY + by.y)
    await this.page.mouse.up()
  }
}

/** The mean luminance of what a page shows now, 0..1, as WCAG defines it. */
export async function luminanceOf(page: Page): Promise<number> {
  const source = (await page.screenshot()).toString('base64')
  return page.evaluate(async (source) => {
    const image = new Image()
    image.src = `data:image/png;base64,${source}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('There is no canvas.')
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, image.width, image.height)
    const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    let sum = 0
    for (let at = 0; at < data.length; at += 4)
      sum +=
        0.2126 * linear((data[at] ?? 0) / 255) +
        0.7152 * linear((data[at + 1] ?? 0) / 255) +
        0.0722 * linear((data[at + 2] ?? 0) / 255)
    return sum / (data.length / 4)
  }, source)
}
