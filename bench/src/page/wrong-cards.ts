import type { Page } from '@senca/e2e/product/launch.ts'
import * as z from 'zod/mini'
import type { LivelyDevice } from './lively-device.ts'

const cardSchema = z.object({ name: z.string(), value: z.nullable(z.number()) })

/**
 * The number of cards that do not show the position of their shade. Cards of doors, lights and louvers show no position and are
 * not counted.
 */
export async function wrongCards(page: Page, devices: readonly LivelyDevice[]): Promise<number> {
  const cards = z.array(cardSchema).parse(await page.evaluate('bench.cards()'))
  const shown = cards.filter(({ value }) => value !== null)
  if (shown.length === 0) throw new Error('the page shows no shade')
  return shown.filter(({ name, value }) => {
    const device = devices[Number(/\d+/.exec(name)?.[0] ?? 0) - 1]
    return device === undefined || Math.abs(device.place() - (value ?? Number.NaN)) > 0.011
  }).length
}
