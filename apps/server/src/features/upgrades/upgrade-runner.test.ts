import { expect, it, vi } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createUpgradeRunner } from './upgrade-runner.ts'

type RunnerOptions = Parameters<typeof createUpgradeRunner>[0]
type Follower = Parameters<RunnerOptions['devices']['followHardwareBy']>[0]

const unused = () => {
  throw new Error('must not be asked')
}

it('of thousands of devices that say at once what they run, looks at a few at a time and at each', async () => {
  let told: Follower = unused
  let open = 0
  let most = 0
  const looked: string[] = []
  const runner = createUpgradeRunner({
    store: {
      async find(deviceId: string) {
        open += 1
        most = Math.max(most, open)
        await new Promise((resolve) => setImmediate(resolve))
        open -= 1
        looked.push(deviceId)
        return undefined
      },
    } as unknown as RunnerOptions['store'],
    devices: {
      followHardwareBy(follow: Follower) {
        told = follow
      },
      shadows: { onChange: () => () => {} },
    } as unknown as RunnerOptions['devices'],
    database: {} as RunnerOptions['database'],
    activity: { recordIn: unused },
    clock: createFakeClock(),
    ended: unused,
    failed(error) {
      throw error
    },
  })
  runner.start()
  const ids = Array.from({ length: 2_000 }, (_, index) => `device-${index}`)
  for (const id of ids) told(id, { isChanged: true, upgradeError: undefined, health: undefined })
  await vi.waitFor(() => expect(looked).toHaveLength(ids.length))
  expect(looked).toEqual(ids)
  expect(most).toBe(4)
  runner.stop()
})
