import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@playwright/test'
import type { Client } from '#product/client.ts'
import { startHome } from '#product/home.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'

const HOUR_S = 3_600
/** How long a device is watched, to see that it does not start to move. */
const WATCH_MS = 3_000

const CLOCKS = [
  { name: 'right', ahead: 0 },
  { name: 'an hour ahead', ahead: HOUR_S },
  { name: 'an hour behind', ahead: -HOUR_S },
]

for (const { name, ahead } of CLOCKS) {
  test.describe(`devices whose clock is ${name}`, () => {
    let product: Product
    let owner: Client

    test.beforeAll(async ({ server }) => {
      ;({ product, owner } = await startHome(server, 1, [`--clock-ahead=${ahead}`]))
    })

    test.afterAll(async () => {
      product.resumeSimulator()
      await product.stop()
    })

    /** The result of a call and how long it took. */
    const timed = async <T>(call: Promise<T>): Promise<{ answer: T; afterMs: number }> => {
      const startedAt = performance.now()
      return { answer: await call, afterMs: performance.now() - startedAt }
    }

    const expectTimeout = ({ answer, afterMs }: { answer: unknown; afterMs: number }) => {
      expect(answer).toEqual([expect.objectContaining({ status: 'error', error: 'device_request_timeout' })])
      expect(afterMs).toBeGreaterThan(4_900)
      expect(afterMs).toBeLessThan(50_000)
    }

    test('carry out what comes in time', async () => {
      const door = await owner.first('home_door')
      const shade = await owner.first('roller_shutter')
      const unlocked = await owner.move(
        [{ token: door.id, command: 'unlock', lockType: 'motor', unlockDuration: 1 }],
        true,
      )
      expect(unlocked).toMatchObject([{ status: 'success' }])
      expect(await owner.move([{ token: shade.id, command: 'move', position: 5 }], true)).toMatchObject([
        { status: 'success' },
      ])
      await expect.poll(async () => (await product.look(door.id)).motorLockState).toBe('locked')
    })

    test('do nothing of what was reported as failed while they stood still', async () => {
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
      for (const answer of answers) expectTimeout(answer)
      await sleep(6_900 - (performance.now() - stoppedAt))
      product.resumeSimulator()

      for (const watchedSince = performance.now(); performance.now() - watchedSince < WATCH_MS; ) {
        expect((await product.look(door.id)).motorLockState).toBe('locked')
        expect(await product.look(still.id)).toMatchObject({ status: 'ready', position: place })
        await sleep(50)
      }
      expect((await product.look(moving.id)).target).toEqual({ position: goal })
    })

    test('do not open a door between the fourth and the fifth second', async () => {
      const door = await owner.first('home_door')
      product.pauseSimulator()
      const stoppedAt = performance.now()
      const unlocking = timed(owner.move([{ token: door.id, command: 'unlock', lockType: 'motor' }], false))
      await sleep(4_400 - (performance.now() - stoppedAt))
      product.resumeSimulator()
      expectTimeout(await unlocking)
      expect((await product.look(door.id)).motorLockState).toBe('locked')
    })

    test('carry out what comes after', async () => {
      const door = await owner.first('home_door')
      expect(
        await owner.move([{ token: door.id, command: 'unlock', lockType: 'motor', unlockDuration: 1 }], true),
      ).toMatchObject([{ status: 'success' }])
    })
  })
}
