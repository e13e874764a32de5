import { scenarioHistorySchema, scenarioSchema } from '@senca/contract/automation'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connectFakeDevice, type FakeDevice } from '#testing/fake-device.ts'
import {
  createInstallation,
  INSTANCE_START_MS,
  type Installation,
  type Instance,
} from '#testing/instances.ts'
import { createTestClient, newEmail } from '#testing/test-client.ts'

const DEVICES = 100
const KILLS = 5
const PER_KILL = DEVICES / KILLS
const MINUTE_MS = 60_000

let installation: Installation
let instances: [Instance, Instance]
const devices = new Map<string, FakeDevice>()
beforeAll(async () => {
  // A hundred devices with one IP address connect at once.
  installation = await createInstallation({ LOG_LEVEL: 'error' })
  instances = [await installation.start(), await installation.start()]
}, 2 * INSTANCE_START_MS)
afterAll(async () => {
  for (const device of devices.values()) device.cut()
  await installation?.remove()
})

it(`of ${DEVICES} firings that are due while one of two servers is killed, each moves its device once or says why not`, async () => {
  const owner = createTestClient(instances[0])
  const email = newEmail()
  await owner.ok(owner.register(email))
  const post = (path: string, json: object) => owner.ok(owner.api('POST', `/auth/api/v1/${path}`, { json }))
  await post('home/create', { name: 'Home', lat: 0, lon: 0, timezone: 'Etc/UTC' })
  const made = (await Promise.all([1, 2].map(() => owner.provision('awning', DEVICES / 2)))).flat()
  const movesOf = new Map(made.map(({ id }) => [id, 0]))
  // The running minute. The scenarios are made due in it by hand.
  const due = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS)
  const triggers = [{ type: 'TimeOfDay', hour: due.getUTCHours(), minute: due.getUTCMinutes() }]
  const scenarios: { id: string; deviceId: string }[] = []
  for (const [index, { id: deviceId, secret, claimCode }] of made.entries()) {
    await owner.claim(claimCode, `Awning ${index}`)
    const device = await connectFakeDevice({
      mqtt: { host: '127.0.0.1', port: installation.mosquitto.port },
      id: deviceId,
      secret,
      type: 'awning',
      session: 1,
      onCommand(command, own) {
        own.succeed(command)
        if (command.command !== 'move') return own.report()
        movesOf.set(deviceId, (movesOf.get(deviceId) ?? 0) + 1)
        own.report({ position: Number(command.position) / 100 })
      },
    })
    devices.set(deviceId, device)
    const scenario = await post('scenario/create', {
      name: `Scenario ${index}`,
      enabled: true,
      targets: [deviceId],
      triggers,
      actions: [{ type: 'MoveSelf', position: 0.5 }],
      catchUp: 'latest',
    })
    scenarios.push({ id: scenarioSchema.parse(scenario).id, deviceId })
  }
  expect([...movesOf.values()].every((count) => count === 0)).toBe(true)

  const moved = () => [...movesOf.values()].filter((count) => count > 0).length
  for (let kill = 0; kill < KILLS; kill += 1) {
    const [first, second] = instances
    const ids = scenarios.slice(kill * PER_KILL, (kill + 1) * PER_KILL).map(({ id }) => id)
    const goal = moved() + Math.floor(Math.random() * PER_KILL)
    await installation.database.db.execute(sql`
      update scenarios set next_at = ${due.toISOString()} where id = any(${sql.param(ids)}::uuid[])`)
    // The server is killed while scenarios are claimed, devices are marked and commands are in flight.
    await vi.waitFor(() => expect(moved()).toBeGreaterThanOrEqual(goal), { timeout: 120_000, interval: 1 })
    first.child.kill('SIGKILL')
    // The other one is killed next, after a new one has started.
    instances = [second, await installation.start()]
  }

  const later = createTestClient(instances[0])
  await later.ok(later.logIn(email))
  const outcomes = new Map<string, string>()
  await vi.waitFor(
    async () => {
      for (const { id, deviceId } of scenarios) {
        if (outcomes.has(deviceId)) continue
        // Commands of a killed server are looked up in what the device reports.
        devices.get(deviceId)?.report()
        const answer = await later.ok(later.api('GET', `/auth/api/v1/scenario/history?id=${id}`))
        const [firing, ...others] = scenarioHistorySchema.parse(answer)
        expect([others.length, firing?.dueAt]).toEqual([0, due.toISOString()])
        expect(firing?.outcome).toMatch(/^(done|failed)$/)
        const [result] = firing?.results ?? []
        outcomes.set(deviceId, result?.status === 'error' ? result.error : 'done')
      }
    },
    { timeout: 180_000, interval: 1_000 },
  )
  // What a device answers to a killed server is lost, so a command that was carried out may have timed out.
  const expected: Record<string, readonly number[]> = {
    done: [1],
    device_request_timeout: [0, 1],
    device_update_failed: [0],
  }
  const wrong = [...movesOf]
    .map(([id, moves]) => ({ id, moves, outcome: outcomes.get(id) ?? '' }))
    .filter(({ moves, outcome }) => expected[outcome]?.includes(moves) !== true)
  expect(wrong).toEqual([])
  const done = [...outcomes.values()].filter((outcome) => outcome === 'done').length
  expect(done).toBeGreaterThan(DEVICES / 2)
}, 600_000)
