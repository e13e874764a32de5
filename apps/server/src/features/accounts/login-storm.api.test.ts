import { afterAll, beforeAll, expect, it } from 'vitest'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, newEmail, type TestClient } from '#testing/test-client.ts'

const LOGINS = 200

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function move(client: TestClient, token: string): Promise<void> {
  const [result] = await client.move([{ token, command: 'move', position: 40 }])
  expect(result?.status).toBe('success')
}

it('two hundred people can sign in at once without delaying a device', {
  timeout: 120_000,
}, async () => {
  const owner = createTestClient(app)
  const email = newEmail()
  await owner.ok(owner.register(email))
  const home = await moveIn(app, owner, 'roller_shutter')

  let isOver = false
  const storm = Promise.all(Array.from({ length: LOGINS }, () => createTestClient(app).logIn(email))).finally(
    () => {
      isOver = true
    },
  )
  let moves = 0
  while (!isOver) {
    await move(owner, home.id)
    moves += 1
  }
  const statuses = new Set((await storm).map(({ status }) => status))
  await home.device.end()

  expect(statuses).toEqual(new Set([200]))
  expect(moves).toBeGreaterThan(10)
})
