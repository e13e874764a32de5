import { expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createPacing } from './pacing.ts'

const at = (name: string) => ({ id: name, device: null, origin: { name, sw: null } })

it('[HW47] lets 20 commands a second go to one bridge, after 20 at once, and holds up no other bridge', async () => {
  const clock = createFakeClock()
  const turn = createPacing(clock)
  let sent = 0
  for (let nth = 0; nth < 40; nth += 1) void turn(at('zigbee2mqtt')).then(() => (sent += 1))
  await clock.advanceAsync(0)
  expect(sent).toBe(20)
  let isOtherSent = false
  await turn(at('espsomfy')).then(() => (isOtherSent = true))
  expect(isOtherSent).toBe(true)
  await clock.advanceAsync(500)
  expect(sent).toBe(30)
  await clock.advanceAsync(500)
  expect(sent).toBe(40)
})
