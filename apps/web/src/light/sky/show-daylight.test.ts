// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { onPaintChange } from '../paint/paint-change.ts'
import { showDaylight } from './show-daylight.ts'

const PLACE = { latitude: 46.06, longitude: 14.51 }
const at = (time: string) => showDaylight(new Date(`2026-06-21T${time}:00Z`), PLACE)
/** A macrotask comes after the records of the observer. */
const observed = () => new Promise((resolve) => setImmediate(resolve))

it('the canvases are painted again when the time of day changes, and not each minute', async () => {
  at('10:00')
  await observed()
  const painted = vi.fn()
  const stop = onPaintChange(painted)
  at('10:01')
  await observed()
  expect(painted).not.toHaveBeenCalled()
  at('23:30')
  await observed()
  expect(painted).toHaveBeenCalledTimes(1)
  stop()
})
