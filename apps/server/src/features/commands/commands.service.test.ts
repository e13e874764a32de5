import type { DeviceState } from '@senca/contract'
import { expect, it, vi } from 'vitest'
import { DriverError } from '#drivers/driver.ts'
import {
  type Device,
  type DeviceGateway,
  deviceCapabilities,
  type Found,
  stateOf,
} from '#features/devices/index.ts'
import { type Actor, can, type DelegateActor } from '#features/rights/index.ts'
import { createInProcessEventBus } from '#platform/events/in-process-event-bus.ts'
import { createLogger } from '#platform/logger.ts'
import { exampleDevice, readyShadow } from '#testing/drivers/example-device.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { COMMAND_CHECKS, type CommandCheck } from './command-checks.ts'
import { createCommandSender } from './command-sender.ts'
import { createCommandTracker } from './command-tracker.ts'
import { createCommandService } from './commands.service.ts'

const owner: Actor = { kind: 'account', accountId: 'anna', sessionId: 's' }
const how = { isAwaited: false, shown: { host: '' } }

/** A command service for one shade, with a driver and an activity log that record their calls. */
function setUp(
  checks: readonly CommandCheck[],
  isAnswering = true,
  {
    shadow = () => readyShadow,
    presenceKnown = async () => {},
    recordUnlock = async () => {},
    clock = createFakeClock(),
  } = {},
) {
  const sent: string[] = []
  const recorded: unknown[] = []
  const outcomes: string[] = []
  const listeners = new Set<() => void>()
  let renewed: Actor = owner
  /** Simulates a change of rights: from now on `actor` is the renewed actor. */
  const renew = (actor: Actor) => {
    renewed = actor
    for (const changed of listeners) changed()
  }
  const ends: unknown[] = []
  const life = { acknowledged() {}, ended: (end: unknown) => void ends.push(end) }
  const bus = createInProcessEventBus(createLogger('silent'))
  const shadows = {
    get: shadow,
    record: () => true,
    onChange: () => () => {},
    onDropped: () => () => {},
  }
  const tracker = createCommandTracker({ shadows, bus, clock })
  const gateway: DeviceGateway = {
    execute: async ({ command }, { signal } = {}) => {
      sent.push(command.command)
      if (isAnswering) return
      await new Promise((resolve) => signal?.addEventListener('abort', resolve))
      throw new DriverError('device_request_timeout', 'withdrawn')
    },
    traitsOf: () => ({ confirmation: 'acknowledged', motion: 'reported', expires: true, tolerance: 0.02 }),
    mayActLate: () => false,
  }
  const service = createCommandService({
    devices: {
      findAll: async (actor, verb, ids) =>
        new Map(
          ids.map((id): [string, Found] => {
            const device = { ...exampleDevice, id }
            const isAllowed = can(actor, verb, device)
            return [id, isAllowed ? { ok: true, device } : { ok: false, error: 'insufficient_permission' }]
          }),
        ),
    },
    rights: {
      followActor(_actor, changed) {
        listeners.add(changed)
        return () => listeners.delete(changed)
      },
      renew: async () => renewed,
    },
    shadows,
    tracker,
    send: createCommandSender({ shadows, gateway, tracker, clock }),
    activity: {
      record: () => life,
      async recordUnlock() {
        await recordUnlock()
        return life
      },
      recordRefused: (_actor, { name }, activityEvent, refusal) =>
        recorded.push([name, activityEvent, refusal]),
    },
    doorGuards: { check: async () => null },
    uses: { reserve: async () => ({ ok: true, settle: async () => {} }) },
    checks,
    clock,
    isDatabaseDown: () => false,
    capabilitiesOf: (type, shadow) => deviceCapabilities(type, shadow, null),
    presenceKnown,
    counted: (outcome) => outcomes.push(outcome),
    failed: (error) => outcomes.push(String(error)),
    broken: (error) => outcomes.push(String(error)),
  })
  return { service, sent, recorded, outcomes, ends, renew }
}

it('a command that a check refuses is not sent: its sender receives the reason, and the activity records it [AC4]', async () => {
  const asked: { device: Device; state: DeviceState }[] = []
  const holdIn: CommandCheck = ({ device, shadow, command }) => {
    asked.push({ device, state: stateOf(shadow) })
    if (command.command === 'abort') return null
    return { error: 'device_busy', detail: 'stopped', isRecorded: true }
  }
  const { service, sent, recorded, outcomes } = setUp([holdIn, ...COMMAND_CHECKS])
  const results = await service.move(owner, [{ token: 'one', command: 'move', position: 100 }], how)
  expect(results).toMatchObject([
    { status: 'error', error: 'device_busy', error_detail: 'stopped', device_ids: ['one'] },
  ])
  expect([sent, outcomes]).toEqual([[], ['device_busy']])
  expect(recorded).toEqual([
    ['Kitchen', { action: 'move', details: { position: 1 } }, { error: 'device_busy', detail: 'stopped' }],
  ])
  expect(asked).toMatchObject([{ device: { id: 'one' }, state: { status: 'ready', position: 0 } }])
  await service.stop(owner, ['one'])
  expect(sent).toEqual(['abort'])
})

it('a device that an external broker reports a moment later is not called offline', async () => {
  let shadow = { ...readyShadow, connected: false }
  const presenceKnown = async () => {
    shadow = readyShadow
  }
  const { service, sent } = setUp(COMMAND_CHECKS, true, { shadow: () => shadow, presenceKnown })
  const results = await service.move(owner, [{ token: 'one', command: 'move', position: 100 }], how)
  expect(results).toMatchObject([{ status: 'success' }])
  expect(sent).toEqual(['move'])
})

const lockedDoor = { ...readyShadow, fields: { status: 'ready', motorLockConnected: true } as const }
const unlock = { token: 'one', command: 'unlock', lockType: 'motor' }

it('an unlock without a time of asking counts from its arrival, also while the server is slow [CM8]', async () => {
  const clock = createFakeClock()
  const presenceKnown = async () => clock.advance(10_001)
  const { service, sent, recorded } = setUp([], true, { shadow: () => lockedDoor, presenceKnown, clock })
  const results = await service.move(owner, [unlock], how)
  expect(results).toMatchObject([{ status: 'error', error: 'device_request_timeout' }])
  expect(sent).toEqual([])
  expect(recorded).toMatchObject([['Kitchen', { action: 'unlock' }, { error: 'device_request_timeout' }]])
})

it('an unlock whose entry took too long to write is not sent, and its entry says so [CM9]', async () => {
  const clock = createFakeClock()
  const recordUnlock = async () => clock.advance(10_001)
  const { service, sent, ends } = setUp([], true, { shadow: () => lockedDoor, recordUnlock, clock })
  const results = await service.move(owner, [unlock], how)
  expect(results).toMatchObject([{ status: 'error', error: 'device_request_timeout' }])
  expect(sent).toEqual([])
  expect(ends).toEqual([{ ok: false, error: 'device_request_timeout' }])
})

it('a check learns where the device was sent and has not answered yet [CM10]', async () => {
  const asked: unknown[] = []
  const watch: CommandCheck = ({ movesInFlight }) => {
    asked.push(movesInFlight)
    return null
  }
  const { service, sent } = setUp([watch], false)
  const to = (position: number) => service.move(owner, [{ token: 'one', command: 'move', position }], how)
  void to(30)
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  void to(60)
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  // Each command is checked twice: when it comes, and when it is sent.
  expect(asked).toEqual([[], [], [{ position: 0.3 }], [{ position: 0.3 }]])
})

it('the first check that refuses is reported, and the others do not run [CM10]', async () => {
  const { service, recorded } = setUp([
    () => ({ error: 'device_offline' }),
    () => {
      throw new Error('must not be asked')
    },
  ])
  expect(await service.apply(owner, ['one'], { command: 'move', position: 0 })).toEqual([
    { deviceId: 'one', ok: false, error: 'device_offline' },
  ])
  expect(recorded).toEqual([])
})

it('a command of an account in a role is withdrawn with the grant, and those of other devices continue', async () => {
  const grant = { permissions: ['view', 'command'], channels: null, actions: null, limits: null } as const
  const role: DelegateActor = {
    kind: 'operator',
    id: 'neighbors',
    accountId: 'bor',
    sessionId: 's',
    ownerId: 'anna',
    name: 'Neighbors',
    grants: new Map([
      ['one', grant],
      ['two', grant],
    ]),
  }
  const { service, sent, outcomes, renew } = setUp(COMMAND_CHECKS, false)
  renew(role)
  const stops = ['one', 'two'].map((id) => service.stop(role, [id]))
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  renew({ ...role, grants: new Map([['two', grant]]) })
  expect(await stops[0]).toEqual([{ deviceId: 'one', ok: false, error: 'insufficient_permission' }])
  expect(outcomes).toHaveLength(1)
  renew({ ...role, grants: new Map() })
  expect(await stops[1]).toEqual([{ deviceId: 'two', ok: false, error: 'insufficient_permission' }])
})
