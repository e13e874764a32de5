import * as z from 'zod/mini'
import { DriverError } from '#drivers/driver.ts'
import type { Device, DeviceGateway } from '#features/devices/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Database } from '#platform/postgres/database.ts'

const TASK = 'stop-test-move'
/** Added to the time of the movement. A living instance has stopped it by then, and a second stop does no harm. */
const GRACE_MS = 1_500
/** After this time the shade is at rest, and a stop would interrupt a movement of somebody else. */
const TOO_LATE_MS = 60_000

const jobSchema = z.object({ deviceId: z.string(), dueAt: z.number() })

interface TestMoveGuardOptions {
  jobs: Pick<Jobs, 'handle' | 'enqueue' | 'cancel'>
  database: Pick<Database, 'db'>
  gateway: DeviceGateway
  clock: Clock
}

/** Stops test movements whose instance has died. It costs two statements, 4 ms of a test of up to 3 s. */
export function createTestMoveGuard({ jobs, database, gateway, clock }: TestMoveGuardOptions) {
  jobs.handle(TASK, async (payload, signal) => {
    const { deviceId, dueAt } = jobSchema.parse(payload)
    if (clock.now().getTime() - dueAt > TOO_LATE_MS) return
    try {
      await gateway.execute({ deviceId, command: { command: 'abort' } }, { signal })
    } catch (error) {
      if (!(error instanceof DriverError)) throw error
    }
  })

  return {
    /** Commits a job that stops the device, before it moves. Call `done` after the device has stopped. */
    async secure({ id: deviceId }: Pick<Device, 'id'>, ms: number) {
      const key = `${TASK}:${deviceId}`
      const dueAt = clock.now().getTime() + ms
      const delaySeconds = Math.ceil((ms + GRACE_MS) / 1_000)
      await jobs.enqueue(database.db, TASK, { deviceId, dueAt }, { key, delaySeconds })
      return { done: () => jobs.cancel(database.db, key) }
    },
  }
}
