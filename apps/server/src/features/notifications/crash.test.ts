import { notificationsSchema } from '@senca/contract/notifications'
import { expect, it, vi } from 'vitest'
import { connectFakeDevice } from '#testing/fake-device.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { killServer, ownServer } from '#testing/server-process.ts'
import { OPERATOR_TOKEN } from '#testing/test-app.ts'
import { createTestClient, newEmail } from '#testing/test-client.ts'

const startServer = ownServer()
const start = () => startServer({ OPERATOR_TOKEN })

const LOCKED = { motorLockConnected: true, motorLockLocked: true, motorLockState: 'locked' }
const JAMMED = { motorLockConnected: true, motorLockLocked: null, motorLockState: 'jammed' }
/** The moments, after the lock reported, at which the server is killed. */
const MOMENTS_MS = [0, 300, 1_500]

it('a lock that jammed is notified once, at whatever moment the server is killed [PK15]', async () => {
  let app = await start()
  const email = newEmail()
  let owner = createTestClient(app)
  await owner.ok(owner.register(email))
  const doors: Awaited<ReturnType<typeof moveIn>>[] = []
  for (const _ of MOMENTS_MS) doors.push(await moveIn(app, owner, 'home_door', { state: LOCKED }))
  for (const [round, momentMs] of MOMENTS_MS.entries()) {
    const door = doors[round]
    await door?.device.report(JAMMED)
    await new Promise((resolve) => setTimeout(resolve, momentMs))
    await killServer(app, true)
    for (const { device } of doors) device.cut()
    app = await start()
    owner = createTestClient(app)
    await owner.ok(owner.logIn(email))
    for (const [place, each] of doors.entries()) {
      const state = place <= round ? JAMMED : LOCKED
      const { id, secret } = each
      const device = await connectFakeDevice({
        ...{ mqtt: app.mqtt, id, secret, type: 'home_door', state },
        totalRestarts: round + 2,
      })
      doors[place] = { ...each, device }
    }
    await vi.waitFor(
      async () => {
        const list = notificationsSchema.parse(
          await owner.ok(owner.api('GET', '/auth/api/v1/notification/list')),
        )
        const jammed = list.filter(({ kind }) => kind === 'lock_jammed').map(({ deviceId }) => deviceId)
        expect(jammed.sort()).toEqual(
          doors
            .slice(0, round + 1)
            .map(({ id }) => id)
            .sort(),
        )
      },
      { interval: 300 },
    )
  }
  for (const { device } of doors) await device.end()
}, 300_000)
