import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createPushServiceDouble, type PushServiceDouble } from '#testing/doubles/push-service.ts'
import { listNotifications, turnOnPushes } from '#testing/homes/phone-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { killServer, ownServer } from '#testing/server-process.ts'
import { OPERATOR_TOKEN } from '#testing/test-app.ts'
import { createTestClient, newEmail } from '#testing/test-client.ts'

let service: PushServiceDouble
beforeAll(async () => {
  service = await createPushServiceDouble()
})
afterAll(() => service.close())

const startServer = ownServer()
const start = () => startServer({ ...service.environment, OPERATOR_TOKEN })

const LOCKED = { motorLockConnected: true, motorLockLocked: true, motorLockState: 'locked' }
const JAMMED = { motorLockConnected: true, motorLockLocked: null, motorLockState: 'jammed' }
/** The moments, after the push service received the push, at which the server is killed. */
const MOMENTS_MS = [0, 50, 400]

it('a push of a committed event arrives, at whatever moment the server is killed [PK36]', async () => {
  let app = await start()
  const email = newEmail()
  let owner = createTestClient(app)
  await owner.ok(owner.register(email))
  const phone = await turnOnPushes(owner, service)
  const tags = () => service.of(phone.name).map(({ notification }) => notification.tag)
  const waitFor = (check: () => unknown) => vi.waitFor(check, { timeout: 120_000, interval: 50 })
  for (const momentMs of MOMENTS_MS) {
    const door = await moveIn(app, owner, 'home_door', { state: LOCKED })
    const tag = `lock_jammed:${door.id}`
    // It is answered after the server is gone, so that nobody writes that it was accepted.
    service.answerNext(phone, (response) => void setTimeout(() => response.writeHead(201).end(), 2_000))
    await door.device.report(JAMMED)
    await waitFor(() => expect(tags()).toContain(tag))
    await new Promise((resolve) => setTimeout(resolve, momentMs))
    await killServer(app, true)
    door.device.cut()
    app = await start()
    owner = createTestClient(app)
    await owner.ok(owner.logIn(email))
    // What was being sent is sent again a minute later, with the same tag and topic.
    await waitFor(() => expect(tags().filter((sent) => sent === tag)).toHaveLength(2))
    const topics = service.received.filter(({ message }) => message.notification.tag === tag)
    expect(new Set(topics.map(({ headers }) => headers.topic)).size).toBe(1)
    await waitFor(async () => {
      const entry = (await listNotifications(owner)).find(({ deviceId }) => deviceId === door.id)
      expect(entry?.phones.map(({ state }) => state)).toEqual(['accepted'])
    })
  }
}, 600_000)
