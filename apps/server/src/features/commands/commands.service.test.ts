import type { DeviceState } from '@senca/contract'
import { expect, it } from 'vitest'
import { type Device, type DeviceDriver, type Found, stateOf } from '#features/devices/index.ts'
import type { Actor } from '#features/rights/index.ts'
import { createInProcessEventBus } from '#platform/events/in-process-event-bus.ts'
import { createLogger } from '#platform/logger.ts'
import { exampleDevice, readyShadow } from '#testing/example-device.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { COMMAND_CHECKS, type CommandCheck } from './command-checks.ts'
import { createCommandSender } from './command-sender.ts'
import { createCommandTracker } from './command-tracker.ts'
import { createCommandService } from './commands.service.ts'

const owner: Actor = { kind: 'account', accountId: 'anna', sessionId: 's' }
const how = { isAwaited: false, shown: { host: '' } }

/** Commands for one shade, over a driver and an activity that note what they are asked. */
function setUp(checks: readonly CommandCheck[]) {
  const sent: string[] = []
  const recorded: unknown[] = []
  const outcomes: string[] = []
  const life = { acknowledged() {}, ended() {} }
  const bus = createInProcessEventBus(createLogger('silent'))
  const shadows = { get: () => readyShadow, record: () => true, onChange: () => () => {} }
  const tracker = createCommandTracker({ shadows, bus, clock: createFakeClock() })
  const driver: DeviceDriver = {
    execute: async ({ command }) => {
      sent.push(command.command)
      return 'acknowledged'
    },
  }
  const service = createCommandService({
    devices: {
      findAll: async (_actor, _verb, ids) =>
        new Map(ids.map((id): [string, Found] => [id, { ok: true, device: { ...exampleDevice, id } }])),
    },
    rights: { follow: () => () => {}, renew: async (actor) => actor },
    shadows,
    tracker,
    send: createCommandSender({ shadows, driver, tracker }),
    activity: {
      record: () => life,
      recordUnlock: async () => life,
      recordRefused: (_actor, { name }, happening, refusal) => recorded.push([name, happening, refusal]),
    },
    doorGuards: { check: async () => null },
    uses: { reserve: async () => ({ ok: true, settle: async () => {} }) },
    checks,
    counted: (outcome) => outcomes.push(outcome),
    failed: (error) => outcomes.push(String(error)),
    broken: (error) => outcomes.push(String(error)),
  })
  return { service, sent, recorded, outcomes }
}

it('a check that refuses keeps the command back: its sender learns why, and the activity tells it', async () => {
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

it('of the checks the first that refuses is told, and the others are not asked', async () => {
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
