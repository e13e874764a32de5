import { DEVICE_TYPES, type DeviceStateMessage, type DeviceType, kindOf, LIMITS } from '@senca/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommandCall, provingStates, wasAccepted } from '#testing/command-evidence.ts'
import { seedOfRun, sizeOfRun } from '#testing/full-run.ts'
import { createVirtualHome, outcomeOf, type Resident, type VirtualHome } from '#testing/homes/virtual-home.ts'
import { createTestClient, type TestClient } from '#testing/test-client.ts'
import { type Care, commandOf, isAwaited, type Step, settingsFor, step } from './testing/random-deeds.ts'

/** `PROPERTY_RUNS=2000 PROPERTY_SEED=42 npx vitest run --project server <this file>` */
const RUNS = Number(process.env.PROPERTY_RUNS ?? sizeOfRun(60, 6))
const SEED = Number(process.env.PROPERTY_SEED ?? seedOfRun(7))
const parameters = (runs: number) => ({
  numRuns: runs,
  seed: SEED,
})
/** Longer than any command plus any movement after it may take. */
const REST_WITHIN_MS = 600_000
/** The longest time for which a command is followed after its answer. */
const FOLLOWED_WITHIN_MS = LIMITS.COMMAND_REST_MAX_MS + 60_000

let home: VirtualHome
/** The number of timers of an idle server. */
let idleTimers: number
beforeAll(async () => {
  home = await createVirtualHome()
  await home.pass(60_000)
  idleTimers = home.clock.pending()
})
afterAll(() => home.app.close())

const move = (client: TestClient, { id }: Resident, asked: CommandCall['asked'], wait: boolean) =>
  home.send(client, {
    path: 'move',
    body: { commands: [{ token: id, ...asked }], wait },
    deviceId: id,
    asked,
    isAwaited: wait,
    isForHardware: true,
  })

const abort = (client: TestClient, { id }: Resident) =>
  home.send(client, {
    path: 'abort',
    body: { commands: [{ token: id }] },
    deviceId: id,
    asked: { command: 'abort' },
    isAwaited: false,
    isForHardware: true,
  })

/** Makes one of the maintenance calls for a device. */
function careFor({ id, type }: Resident, asked: Care) {
  const { which, percent: share } = asked
  const call = { path: which, deviceId: id, isAwaited: false, isForHardware: which !== 'ventilation' }
  if (which === 'settings') {
    const settings = settingsFor(type, asked)
    const body = { token: id, settings }
    return home.send(home.owner, { ...call, body, asked: { command: which, settings } })
  }
  if (which === 'ventilation') {
    const body = { token: id, [kindOf(type).mainAxis ?? 'position']: share }
    return home.send(home.owner, { ...call, body, asked: { command: 'move_to_ventilation' } })
  }
  return home.send(home.owner, { ...call, body: { token: id }, asked: { command: which } })
}

async function take(resident: Resident, { deed }: Step) {
  switch (deed.kind) {
    case 'command':
      await move(home.owner, resident, commandOf(resident.type, deed.intent), deed.isAwaited)
      return
    case 'abort':
      await abort(home.owner, resident)
      return
    case 'care':
      await careFor(resident, deed.care)
      return
    case 'fault':
      resident.device.fault(deed.fault)
      return
    case 'switch':
      resident.device.wallSwitch(deed.action)
      return
    case 'leaf':
      resident.device.door(deed.action)
      return
    case 'clear':
      resident.device.clearFaults()
      return
  }
}

/** Waits until everything has ended. Throws if something never ends. */
async function rest(residents: readonly Resident[]) {
  for (const { device } of residents) {
    device.clearFaults()
    device.door('close')
  }
  const isOver = () =>
    home.calls.every(({ answer }) => answer !== null) &&
    residents.every(({ device }) => device.state().status === 'ready')
  for (let passed = 0; !isOver(); passed += 5_000) {
    expect(passed, 'time in which everything comes to rest').toBeLessThan(REST_WITHIN_MS)
    await home.pass(5_000)
  }
  // Time for late answers and reports.
  await home.pass(15_000)
}

/** The state that people see for a report of a device. */
function shown({ totalRestarts, totalStateUpdates, settings, target, ...fields }: DeviceStateMessage) {
  const { position = null, inclination = null, assumed = false } = fields
  return { ...fields, position, inclination, assumed, ...(target == null ? {} : { target }) }
}

/** The server's state is that of the device, and every answer agrees with what the device reported. */
async function expectTruth(residents: readonly Resident[]) {
  for (const resident of residents) {
    const own = resident.device.state()
    const info = await home.info(resident)
    const { state, connected, settings, totalRestarts, totalStateUpdates } = info
    const { reportedAt: _, ...reported } = state
    expect({ connected, totalRestarts, totalStateUpdates }).toEqual({
      connected: true,
      totalRestarts: own.totalRestarts,
      totalStateUpdates: own.totalStateUpdates,
    })
    expect(reported).toEqual(shown(own))
    expect(settings).toMatchObject(own.settings ?? {})
    expect(info.devicetype).toBe(own.settings?.devicetype ?? resident.type)
  }
  for (const call of home.calls) expectProven(call)
}

function expectProven(call: CommandCall) {
  const outcome = outcomeOf(call)
  if (outcome.status === 'error' || !call.isForHardware) return
  const words = JSON.stringify(call)
  expect(wasAccepted(call, home.log), `${words} was taken`).toBe(true)
  if (!call.isAwaited) return
  const proofs = provingStates(call, home.log)
  expect(proofs.length, `${words} was reported`).toBeGreaterThan(0)
  if (!('position' in outcome)) return
  const places = proofs.map(({ position }) => position ?? null)
  expect(places, `the place of ${words}`).toContain(outcome.position)
}

/** Nothing is followed or left to write any more. */
async function expectNothingLeft() {
  const nothing = {
    senca_states_unwritten: 0,
    senca_commands_unanswered: 0,
    senca_commands_waiting: 0,
    senca_commands_under_way: 0,
  }
  const isOver = async () => Object.values(await home.backlog()).every((count) => count === 0)
  for (let passed = 0; passed < FOLLOWED_WITHIN_MS && !(await isOver()); passed += 10_000) {
    await home.pass(10_000)
  }
  expect(await home.backlog()).toEqual(nothing)
}

/** Runs a test with its own devices and removes them afterwards. */
async function withDevices(types: readonly DeviceType[], run: (residents: Resident[]) => Promise<void>) {
  home.owner.forgetApiToken()
  home.log.length = 0
  home.calls.length = 0
  const residents: Resident[] = []
  try {
    for (const type of types) residents.push(await home.moveIn(type))
    home.log.length = 0
    await run(residents)
    await rest(residents)
    await expectTruth(residents)
    await expectNothingLeft()
    expect(home.clock.pending(), 'timers that are left').toBeLessThanOrEqual(idleTimers)
  } finally {
    await home.moveOut(residents)
  }
}

describe('whatever is asked of devices and whatever happens to them', () => {
  it(`the server’s last state is theirs, and every success is one that they reported (${RUNS} runs)`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.constantFrom(...DEVICE_TYPES), { minLength: 1, maxLength: 3 }),
        fc.array(step, { minLength: 1, maxLength: 25 }),
        fc.constantFrom(0, 5, 60, 400),
        async (types, steps, latencyMs) => {
          home.broker.setLatency(latencyMs)
          await withDevices(types, async (residents) => {
            for (const each of steps) {
              const resident = residents[each.resident % residents.length]
              if (resident !== undefined) await take(resident, each)
              await home.pass(each.waitMs)
            }
          })
        },
      ),
      parameters(RUNS),
    )
  }, 600_000)
})

describe('two people at one shade', () => {
  const tap = fc.record({
    isSecond: fc.boolean(),
    deed: fc.constantFrom<'open' | 'close' | 'stop'>('open', 'close', 'close', 'open', 'stop'),
    waitMs: fc.integer({ min: 0, max: 700 }),
    isAwaited,
  })

  it('end where the last command that the shade took sends it, or where it was stopped', async () => {
    const second = createTestClient(home.app)
    second.setCookie(home.owner.cookie())
    await fc.assert(
      fc.asyncProperty(
        fc.array(tap, { minLength: 20, maxLength: 20 }),
        fc.constantFrom<DeviceType>('roller_shutter', 'venetian_blind', 'pergola'),
        fc.constantFrom(0, 40, 300),
        async (taps, type, latencyMs) => {
          home.broker.setLatency(latencyMs)
          second.forgetApiToken()
          await withDevices([type], async ([shade]) => {
            if (shade === undefined) throw new Error('there is no shade')
            const { axes } = kindOf(type)
            for (const { isSecond, deed, waitMs, isAwaited: wait } of taps) {
              const client = isSecond ? second : home.owner
              const end = deed === 'close' ? 100 : 0
              const target = Object.fromEntries(axes.map((axis) => [axis, end]))
              if (deed === 'stop') await abort(client, shade)
              else await move(client, shade, { command: 'move', ...target }, wait)
              await home.pass(waitMs)
            }
            await rest([shade])
            const taken = home.log.flatMap(({ topic, body }) => {
              const call = home.calls.find(({ carried }) => isResultOf(body, carried?.id))
              return topic === 'result' && call !== undefined ? [call.asked] : []
            })
            const last = taken.at(-1)
            const own = shade.device.state()
            expect(own.status).toBe('ready')
            if (last?.command !== 'move') return
            const end = last.position ?? last.inclination ?? 0
            for (const axis of axes) expect(own[axis]).toBe(end / 100)
          })
        },
      ),
      parameters(Math.ceil(RUNS / 5)),
    )
  }, 600_000)
})

const isResultOf = (body: unknown, id: string | undefined): boolean =>
  typeof body === 'object' &&
  body !== null &&
  'id' in body &&
  body.id === id &&
  'status' in body &&
  body.status === 'success'
