import { setTimeout as sleep } from 'node:timers/promises'
import { deviceListSchema } from '@senca/contract'
import { exchangeAnswerSchema } from '@senca/contract/account'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestMailServer, type TestMailServer, tokenIn } from '#testing/doubles/test-mail-server.ts'
import { sizeOfRun } from '#testing/full-run.ts'
import { askRoles, giveRole } from '#testing/homes/role-home.ts'
import { killServer, ownServer } from '#testing/server-process.ts'
import { OPERATOR_TOKEN } from '#testing/test-app.ts'
import { createTestClient, newEmail, type TestClient } from '#testing/test-client.ts'

const ROUNDS = sizeOfRun(2, 1)
const DEVICES_EACH = 12
const GIVE_UP_MS = 120_000

let mailServer: TestMailServer
beforeEach(async () => {
  mailServer = await startTestMailServer()
})
afterEach(() => mailServer.close())
const startServer = ownServer()
const start = () => startServer({ OPERATOR_TOKEN, SMTP_URL: mailServer.url })
type Started = Awaited<ReturnType<typeof start>>

async function confirmed(app: Started) {
  const client = createTestClient(app)
  const email = newEmail()
  await client.ok(client.register(email))
  const letter = (await mailServer.to(email)).at(-1)
  if (letter === undefined) throw new Error('no e-mail has come')
  const token = tokenIn(letter)
  const { state } = exchangeAnswerSchema.parse(
    await client.ok(client.call('POST', '/auth/account/confirm', { form: { token } })),
  )
  await client.ok(client.call('POST', `/auth/account/${token}/confirm`, { form: { state } }))
  return email
}

const signIn = async (app: Started, email: string): Promise<TestClient> => {
  const client = createTestClient(app)
  await client.ok(client.logIn(email))
  return client
}

const devicesOf = async (client: TestClient) =>
  new Set(
    Object.keys(
      deviceListSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/device/list?index=token'))),
    ),
  )

it('no acknowledged revocation is undone when server and database are killed', async () => {
  let app = await start()
  const giver = await confirmed(app)
  const receiver = await confirmed(app)
  const revoked: string[] = []
  let lost = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const owner = await signIn(app, giver)
    const made = await owner.provision('roller_shutter', DEVICES_EACH)
    const ids: string[] = []
    for (const [index, { claimCode, id }] of made.entries()) {
      await owner.claim(claimCode, `Shade ${round} ${index}`)
      ids.push(id)
    }
    const role = await giveRole(owner, { permissions: ['view'], devices: ids, users: [receiver] })
    // Removes one device after the other. Removing the last device deletes the role.
    const revoking = (async () => {
      for (let gone = 1; gone <= ids.length; gone += 1) {
        const left = ids.slice(gone)
        const answer = await (left.length > 0
          ? askRoles(owner, 'update', { id: role.id, devices: left })
          : askRoles(owner, 'delete', { id: role.id })
        ).catch(() => null)
        if (answer?.status !== 200) return
        revoked.push(ids[gone - 1] ?? '')
      }
    })()
    // The server is killed during a random removal, at a random moment; in the first round not before one is acknowledged.
    const random = Math.floor(Math.random() * (DEVICES_EACH - 1))
    const goal = revoked.length + Math.max(random, round === 0 ? 1 : 0)
    const giveUpAt = Date.now() + GIVE_UP_MS
    while (revoked.length < goal && Date.now() < giveUpAt) await sleep(1)
    // The server is killed at a random moment of the next removal.
    await sleep(Math.random() * 30)
    await killServer(app, round % 2 === 1)
    await revoking
    app = await start()
    const seen = await devicesOf(await signIn(app, receiver))
    expect(revoked.filter((id) => seen.has(id))).toEqual([])
    lost += ids.filter((id) => !revoked.includes(id)).length
  }
  console.info(`${revoked.length} revocations were acknowledged, ${lost} were not`)
  expect(revoked.length).toBeGreaterThan(0)
}, 300_000)
