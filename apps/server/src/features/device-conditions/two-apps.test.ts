import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { listNotifications } from '#testing/homes/phone-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, newEmail } from '#testing/test-client.ts'
import { openSignedInSocket, type TestSocket } from '#testing/test-socket.ts'

/** Ten times the second within which people know that a jam is over. */
const SOON = { timeout: 10_000, interval: 20 }
const ROUNDS = 5

let one: TestApp
let two: Awaited<ReturnType<TestApp['twin']>>
beforeAll(async () => {
  one = await createTestApp()
  two = await one.twin()
})
afterAll(() => one.close())

const LOCKED = { motorLockConnected: true, motorLockLocked: true, motorLockState: 'locked' }
const JAMMED = { motorLockConnected: true, motorLockLocked: null, motorLockState: 'jammed' }
const countOf = ({ received }: TestSocket) =>
  received.filter(({ subject }) => subject === 'notifications.updated').length

it('the end of a jam is known at once at both of two apps, each time it jams [PK15] [PK20]', async () => {
  const email = newEmail()
  const atOne = createTestClient(one)
  await atOne.ok(atOne.register(email))
  const atTwo = createTestClient(two)
  await atTwo.ok(atTwo.logIn(email))
  const door = await moveIn(one, atOne, 'home_door', { state: LOCKED, session: 1 })
  const sockets = await Promise.all([
    openSignedInSocket(one, await atOne.websocketToken(), true, { tolerant: true }),
    openSignedInSocket(two, await atTwo.websocketToken(), true, { tolerant: true }),
  ])
  const jams = async () => (await listNotifications(atOne)).filter(({ kind }) => kind === 'lock_jammed')
  /** Whether both apps have published so many changes. */
  const published = (times: number) => () => expect(Math.min(...sockets.map(countOf))).toBe(times)
  for (let round = 1; round <= ROUNDS; round += 1) {
    door.device.report(JAMMED)
    await eventually(one, async () => expect(await jams()).toHaveLength(round))
    await vi.waitFor(published(2 * round - 1))
    door.device.report(LOCKED)
    await vi.waitFor(published(2 * round), SOON)
    expect((await jams()).filter(({ endedAt }) => endedAt === null)).toEqual([])
  }
  for (const socket of sockets) socket.end()
  await door.device.end()
})
