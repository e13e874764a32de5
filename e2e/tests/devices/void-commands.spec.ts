import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { type Furniture, type Home, startHome } from '#product/home.ts'
import { test } from '#product/test.ts'

const HOUR_S = 3_600
/** How long a device is watched, to see that it does not start to move. */
const WATCH_MS = 3_000

const FURNITURE: readonly Furniture[] = [
  { name: 'Living room', type: 'roller_shutter' },
  { name: 'Terrace awning', type: 'awning' },
  { name: 'Front door', type: 'home_door' },
]

const CLOCKS = [
  { clock: 'a right clock', ahead: 0 },
  { clock: 'a clock an hour ahead', ahead: HOUR_S },
  { clock: 'a clock an hour behind', ahead: -HOUR_S },
]

type ClockHome = Home & { clock: string }

/** Devices of each clock have a home of their own. What a test waits for passes in all homes at once. */
test.describe('devices with a right clock, one an hour ahead and one an hour behind', () => {
  let homes: ClockHome[] = []

  test.beforeAll(async ({ server }) => {
    homes = await Promise.all(
      CLOCKS.map(async ({ clock, ahead }) => ({
        clock,
        ...(await startHome(server, 1, [`--clock-ahead=${ahead}`], FURNITURE)),
      })),
    )
  })

  test.afterAll(async () => {
    for (const { product } of homes) {
      product.resumeSimulator()
      await product.stop()
    }
  })

  const inEachHome = (check: (home: ClockHome) => Promise<void>) => Promise.all(homes.map(check))

  /** The result of a call and how long it took. */
  const timed = async <T>(call: Promise<T>): Promise<{ answer: T; afterMs: number }> => {
    const startedAt = performance.now()
    return { answer: await call, afterMs: performance.now() - startedAt }
  }

  const expectTimeout = (clock: string, { answer, afterMs }: { answer: unknown; afterMs: number }) => {
    expect(answer, clock).toEqual([
      expect.objectContaining({ status: 'error', error: 'device_request_timeout' }),
    ])
    expect(afterMs, clock).toBeGreaterThan(4_900)
    expect(afterMs, clock).toBeLessThan(50_000)
  }

  test('carry out what comes in time', async () => {
    await inEachHome(async ({ clock, product, owner }) => {
      const door = await owner.first('home_door')
      const shade = await owner.first('roller_shutter')
      const unlock = { token: door.id, command: 'unlock', lockType: 'motor', unlockDuration: 1 }
      expect(await owner.move([unlock], true), clock).toMatchObject([{ status: 'success' }])
      const move = { token: shade.id, command: 'move', position: 5 }
      expect(await owner.move([move], true), clock).toMatchObject([{ status: 'success' }])
      await expect
        .poll(async () => (await product.look(door.id)).motorLockState, { message: clock })
        .toBe('locked')
    })
  })

  test('do nothing of what was reported as failed while they stood still', async () => {
    await inEachHome(async ({ clock, product, owner }) => {
      const door = await owner.first('home_door')
      const still = await owner.first('roller_shutter')
      const moving = await owner.first('awning')
      const place = (await product.look(still.id)).position
      const goal = (moving.state.position ?? 0) > 0.5 ? 0 : 1
      await owner.move([{ token: moving.id, command: 'move', position: 100 * goal }], false)

      product.pauseSimulator()
      const stoppedAt = performance.now()
      const answers = await Promise.all([
        timed(owner.move([{ token: door.id, command: 'unlock', lockType: 'motor' }], false)),
        timed(owner.move([{ token: still.id, command: 'move', position: 90 }], false)),
        timed(owner.abort(moving.id)),
      ])
      for (const answer of answers) expectTimeout(clock, answer)
      await sleep(6_900 - (performance.now() - stoppedAt))
      product.resumeSimulator()

      for (const watchedSince = performance.now(); performance.now() - watchedSince < WATCH_MS; ) {
        expect((await product.look(door.id)).motorLockState, clock).toBe('locked')
        expect(await product.look(still.id), clock).toMatchObject({ status: 'ready', position: place })
        await sleep(50)
      }
      expect((await product.look(moving.id)).target, clock).toEqual({ position: goal })
    })
  })

  test('do not open a door between the fourth and the fifth second', async () => {
    await inEachHome(async ({ clock, product, owner }) => {
      const door = await owner.first('home_door')
      product.pauseSimulator()
      const stoppedAt = performance.now()
      const unlocking = timed(owner.move([{ token: door.id, command: 'unlock', lockType: 'motor' }], false))
      await sleep(4_400 - (performance.now() - stoppedAt))
      product.resumeSimulator()
      expectTimeout(clock, await unlocking)
      expect((await product.look(door.id)).motorLockState, clock).toBe('locked')
    })
  })

  test('carry out what comes after', async () => {
    await inEachHome(async ({ clock, owner }) => {
      const door = await owner.first('home_door')
      const unlock = { token: door.id, command: 'unlock', lockType: 'motor', unlockDuration: 1 }
      expect(await owner.move([unlock], true), clock).toMatchObject([{ status: 'success' }])
    })
  })
})
