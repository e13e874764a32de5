import { expect, it, vi } from 'vitest'
import { createDueLoop } from '#platform/due-loop.ts'
import { exampleDevice, readyShadow } from '#testing/drivers/example-device.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import type { FirmwareOffer } from './firmware.ts'
import { createUpgradeRunner } from './upgrade-runner.ts'

type RunnerOptions = Parameters<typeof createUpgradeRunner>[0]
type Follower = Parameters<RunnerOptions['devices']['followHardwareBy']>[0]

const unused = () => {
  throw new Error('must not be asked')
}

/** A runner that needs only these parts of its store and of the devices. */
const runnerWith = ({
  store = {},
  devices,
  isHeld = unused,
}: { store?: object; devices: object } & Partial<Pick<RunnerOptions, 'isHeld'>>) =>
  createUpgradeRunner({
    notify: { publish: async () => {} },
    whenDue: createDueLoop({ clock: createFakeClock(), query: unused, failed: unused }).add,
    store: store as unknown as RunnerOptions['store'],
    devices: devices as unknown as RunnerOptions['devices'],
    database: {} as RunnerOptions['database'],
    activity: { recordIn: unused },
    clock: createFakeClock(),
    isHeld,
    ended: unused,
    failed(error) {
      throw error
    },
  })

it('checks thousands of devices that report their firmware at once a few at a time, and checks each', async () => {
  let notified: Follower = unused
  let open = 0
  let most = 0
  const checked: string[] = []
  const runner = runnerWith({
    store: {
      async find(deviceId: string) {
        open += 1
        most = Math.max(most, open)
        await new Promise((resolve) => setImmediate(resolve))
        open -= 1
        checked.push(deviceId)
        return undefined
      },
    },
    devices: {
      followHardwareBy(follow: Follower) {
        notified = follow
      },
      shadows: { onChange: () => () => {} },
    },
  })
  runner.start()
  const ids = Array.from({ length: 2_000 }, (_, index) => `device-${index}`)
  for (const id of ids) notified(id, { isChanged: true, upgradeError: undefined, health: undefined })
  await vi.waitFor(() => expect(checked).toHaveLength(ids.length))
  expect(checked).toEqual(ids)
  expect(most).toBe(4)
  runner.stop()
})

it('sends no upgrade to a device that is held for safety, and leaves its request untouched [DV24]', async () => {
  const calls: string[] = []
  const runner = runnerWith({
    devices: {
      lookup: async () => [exampleDevice],
      shadows: { get: () => readyShadow },
      driver: { execute: async () => void calls.push('sent') },
    },
    isHeld: () => true,
  })
  const asked = { deviceId: exampleDevice.id, ownerId: 'anna', askedBy: 'anna', type: 'awning', version: '2' }
  const offer: FirmwareOffer = {
    type: 'awning',
    version: '2',
    sha256: '',
    signature: '',
    url: '',
    rollout: {},
  }
  const refusal = await runner.send(asked, offer, async () => void calls.push('untouched'))
  expect([refusal, calls]).toEqual(['weather_scenario_matched', ['untouched']])
})
