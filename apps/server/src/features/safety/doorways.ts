import { type ShadowChange, type Shadows, shadesBefore } from '#features/devices/index.ts'
import { fireWhatIsDue } from '#features/scenarios/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import { isDoorOpen } from './lock-out.ts'

interface DoorwaysOptions {
  shadows: Pick<Shadows, 'onChange'>
  database: Pick<Database, 'db'>
  clock: Clock
  /** Returns the devices that follow the sun; the sun positions them again. */
  reevaluateSun(queries: Queries, deviceIds: readonly string[], now: Date): Promise<string[]>
  failed(error: unknown): void
}

/** When a door is closed, the shades in front of it do what was withheld while it was open. */
export function createDoorways({ shadows, database, clock, reevaluateSun, failed }: DoorwaysOptions) {
  let unfollow = () => {}

  const closed = (doorId: string): Promise<void> =>
    database.db.transaction(async (queries) => {
      const shades = await shadesBefore(queries, doorId)
      const accountId = shades[0]?.ownerId
      if (accountId == null) return
      const now = clock.now()
      const ids = shades.map(({ id }) => id)
      const sunny = new Set(await reevaluateSun(queries, ids, now))
      const deviceIds = ids.filter((id) => !sunny.has(id))
      await fireWhatIsDue(queries, { accountId, deviceIds, since: now, now, failedFor: 'door_open' })
    })

  const received = ({ before, shadow, event, isIngested }: ShadowChange) => {
    if (event.kind !== 'report' || !isIngested) return
    if (isDoorOpen(before) === true && isDoorOpen(shadow) === false) closed(shadow.deviceId).catch(failed)
  }

  return {
    start() {
      unfollow = shadows.onChange(received)
    },
    stop: () => unfollow(),
  }
}
