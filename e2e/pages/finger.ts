import type { Page } from '@playwright/test'

export interface Point {
  x: number
  y: number
}

/** A finger on the screen. The browser handles its touches like those of hardware: it scrolls, and cancels pointers. */
export async function fingerOn(page: Page) {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', ...touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  let at: Point = { x: 0, y: 0 }
  return {
    /** Presses at a point and moves by `dy` and `dx` in small steps, without lifting. */
    async drag({ x, y }: Point, dy: number, dx = 0): Promise<void> {
      await touch('touchStart', { x, y })
      const steps = 12
      for (let step = 1; step <= steps; step += 1) {
        at = { x: x + (dx * step) / steps, y: y + (dy * step) / steps }
        await touch('touchMove', at)
        await page.evaluate(() => new Promise(requestAnimationFrame))
      }
    },
    /** Presses a second finger at a point while the first stays. `lift` and `cancel` end both. */
    join: (second: Point) => touch('touchStart', at, second),
    lift: () => touch('touchEnd'),
    /** What happens when the system takes the touch away, for example for a gesture of its own. */
    cancel: () => touch('touchCancel'),
  }
}
