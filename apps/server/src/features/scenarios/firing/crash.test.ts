import { setTimeout as sleep } from 'node:timers/promises'
import { scenarioHistorySchema, scenarioSchema } from '@senca/contract/automation'
import { afterEach, expect, it, vi } from 'vitest'
import { connectFakeDevice, type FakeDevice, type ReceivedCommand } from '#testing/fake-device.ts'
import { sizeOfRun } from '#testing/full-run.ts'
import { killServer, ownServer } from '#testing/server-process.ts'
import { OPERATOR_TOKEN } from '#testing/test-app.ts'
import { createTestClient, newEmail, type TestClient } from '#testing/test-client.ts'

const DEVICES = sizeOfRun(100, 12)
const ROUNDS = sizeOfRun(3, 1)
const MINUTE_MS = 60_000

const devices = new Map<string, FakeDevice>()
afterEach(() => {
  for (const device of devices.values()) device.cut()
})
const startServer = ownServer()
const start = () => startServer({ OPERATOR_TOKEN })
const signIn = async (app: { url: string }, email: string): Promise<TestClient> => {
  const client = createTestClient(app)
  await client.ok(client.logIn(email))
  return client
}

it(`of ${DEVICES} firings that are due while server and database are killed, each moves its device once or says why not [SC7]`, async () => {
  let app = await start()
  const email = newEmail()
  const owner = createTestClient(app)
  await owner.ok(owner.register(email))
  const post = (path: string, json: object) => owner.ok(owner.api('POST', `/auth/api/v1/${path}`, { json }))
  await post('home/create', { name: 'Home', lat: 0, lon: 0, timezone: 'Etc/UTC' })
  const made = (await Promise.all([1, 2].map(() => owner.provision('awning', DEVICES / 2)))).flat()
  const positions = new Map<string, number>()
  const movesOf = new Map(made.map(({ id }) => [id, 0]))
  let restarts = 0
  const plugIn = async () => {
    restarts += 1
    for (const { id, secret } of made) {
      const onCommand = (command: ReceivedCommand, device: FakeDevice) => {
        if (command.command === 'move') {
          movesOf.set(id, (movesOf.get(id) ?? 0) + 1)
          positions.set(id, Number(command.position) / 100)
        }
        device.succeed(command)
        device.report({ position: positions.get(id) ?? 0 })
      }
      const state = { position: positions.get(id) ?? 0 }
      devices.set(
        id,
        await connectFakeDevice({
          mqtt: app.mqtt,
          id,
          secret,
          type: 'awning',
          totalRestarts: restarts,
          state,
          onCommand,
        }),
      )
    }
  }
  await plugIn()
  const claimedFrom = Date.now()
  for (const [index, { claimCode }] of made.entries()) await owner.claim(claimCode, `Awning ${index}`)

  // Enough time to write all scenarios, even on a slow machine.
  const writingMs = Math.max(MINUTE_MS / 3, 4 * (Date.now() - claimedFrom))
  const due = new Date(Math.ceil((Date.now() + writingMs) / MINUTE_MS) * MINUTE_MS)
  const triggers = [{ type: 'TimeOfDay', hour: due.getUTCHours(), minute: due.getUTCMinutes() }]
  const ids: string[] = []
  for (const [index, { id }] of made.entries()) {
    const scenario = scenarioSchema.parse(
      await post('scenario/create', {
        name: `Scenario ${index}`,
        enabled: true,
        targets: [id],
        triggers,
        actions: [{ type: 'MoveSelf', position: 0.5 }],
        catchUp: 'latest',
      }),
    )
    expect(scenario.nextAt).toBe(due.toISOString())
    ids.push(scenario.id)
  }
  expect([...movesOf.values()].every((count) => count === 0)).toBe(true)

  await sleep(due.getTime() - Date.now())
  const moved = () => [...movesOf.values()].filter((count) => count > 0).length
  for (let round = 0; round < ROUNDS; round += 1) {
    // The server is killed while scenarios are claimed, devices are marked and commands are in flight.
    const goal = moved() + 1 + Math.random() * (DEVICES / ROUNDS)
    const giveUpAt = Date.now() + 1_500
    while (moved() < goal && Date.now() < giveUpAt) await sleep(1)
    await killServer(app, round % 2 === 0)
    for (const device of devices.values()) device.cut()
    app = await start()
    await plugIn()
  }
  const later = await signIn(app, email)
  const outcomes = new Map<string, string>()
  await vi.waitFor(
    async () => {
      for (const [index, { id }] of made.entries()) {
        if (outcomes.has(id)) continue
        const answer = await later.ok(later.api('GET', `/auth/api/v1/scenario/history?id=${ids[index]}`))
        const [firing, ...others] = scenarioHistorySchema.parse(answer)
        expect([others.length, firing?.dueAt]).toEqual([0, due.toISOString()])
        expect(firing?.outcome).toMatch(/^(done|failed)$/)
        outcomes.set(id, firing?.outcome ?? '')
      }
    },
    { timeout: 120_000, interval: 500 },
  )
  const wrong = made.filter(({ id }) => movesOf.get(id) !== (outcomes.get(id) === 'done' ? 1 : 0))
  expect(wrong.map(({ id }) => [id, movesOf.get(id), outcomes.get(id)])).toEqual([])
  const done = [...outcomes.values()].filter((outcome) => outcome === 'done').length
  console.info(`${done} of ${DEVICES} firings moved their device, the others say that it was never sent`)
  expect(done).toBeGreaterThan(0)
}, 600_000)
