import type { Realtime } from '#features/realtime/index.ts'
import { rightsEvents } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres/database.ts'
import { approvalEvents } from './reach.ts'

interface PublisherOptions {
  database: Pick<Database, 'follow'>
  realtime: Pick<Realtime, 'commandersOf' | 'publish'>
  clock: Pick<Clock, 'now'>
}

/** Notifies the open pages of those who may unlock a door that something is asked there, or no longer. */
export function createApprovalPublisher({ database, realtime, clock }: PublisherOptions) {
  /** The doors for which pages may show an ask, with its end. */
  const shownByDevice = new Map<string, { ownerId: string; until: number }>()
  const undos: (() => void)[] = []

  const publish = (deviceId: string, ownerId: string) => {
    for (const audience of realtime.commandersOf({ id: deviceId, ownerId }))
      realtime.publish('approvals.updated', audience, {})
  }
  const forgetOld = () => {
    const now = clock.now().getTime()
    for (const [deviceId, { until }] of shownByDevice) if (until <= now) shownByDevice.delete(deviceId)
  }

  return {
    async start() {
      undos.push(
        await approvalEvents.follow(database, (items) => {
          forgetOld()
          for (const { deviceId, ownerId, until } of items) {
            shownByDevice.set(deviceId, { ownerId, until })
            publish(deviceId, ownerId)
          }
        }),
        // An ask also ends with the permission of its bridge, and with the door that leaves its owner.
        await rightsEvents.follow(database, (homes) => {
          forgetOld()
          for (const [deviceId, { ownerId }] of shownByDevice)
            if (homes.includes(ownerId)) publish(deviceId, ownerId)
        }),
      )
    },
    stop() {
      for (const undo of undos.splice(0)) undo()
    },
  }
}
