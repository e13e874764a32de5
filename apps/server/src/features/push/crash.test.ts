import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createPushServiceDouble, type PushServiceDouble } from '#testing/doubles/push-service.ts'
import { causeEvent, turnOnPushes } from '#testing/homes/phone-home.ts'
import { killServer, ownServer } from '#testing/server-process.ts'
import { createTestClient, newEmail } from '#testing/test-client.ts'

let service: PushServiceDouble
beforeAll(async () => {
  service = await createPushServiceDouble()
})
afterAll(() => service.close())

const startServer = ownServer()
const start = () => startServer({ ...service.environment, OPERATOR_TOKEN: 'operator-of-the-tests' })

/** The moments, after the call that causes a notification, at which the server is killed. */
const MOMENTS_MS = [0, 20, 100]

it('a push of a committed event is sent, at whatever moment the server is killed [PK36]', async () => {
  let app = await start()
  const email = newEmail()
  let [owner, desk] = [createTestClient(app), createTestClient(app)]
  await owner.ok(owner.register(email))
  await desk.ok(desk.logIn(email))
  const phone = await turnOnPushes(owner, service)
  const titles = () => service.of(phone.name).map(({ notification }) => notification.tag)
  for (const momentMs of MOMENTS_MS) {
    const before = new Set(titles()).size
    // It is accepted only after the server was killed, so that nothing of it is written.
    service.answerAlways((response) => void setTimeout(() => response.writeHead(201).end(), 2_000))
    await causeEvent(desk, `Bridge ${momentMs}`)
    await new Promise((resolve) => setTimeout(resolve, momentMs))
    await killServer(app, true)
    service.answerAlways(201)
    app = await start()
    ;[owner, desk] = [createTestClient(app), createTestClient(app)]
    await desk.ok(desk.logIn(email))
    // What was taken when it was killed is sent again after a minute.
    await vi.waitFor(() => expect(new Set(titles()).size).toBe(before + 1), {
      timeout: 100_000,
      interval: 200,
    })
  }
}, 600_000)
