import type { DeviceInfo } from '@senca/contract'
import { learnTravel, type Travel, UNMEASURED } from '@senca/contract/travel-time'

export type TravelTimes = ReturnType<typeof createTravelTimes>

/** How long the full travel of each device takes. Starts with what is `known`, in milliseconds by device. */
export function createTravelTimes(known: Readonly<Record<string, number>> = {}) {
  const travelById = new Map<string, Travel>(
    Object.entries(known).map(([id, fullMs]) => [id, { ...UNMEASURED, fullMs }]),
  )
  return {
    learn({ id, state }: Pick<DeviceInfo, 'id' | 'state'>) {
      const at = Date.parse(state.reportedAt ?? '')
      if (Number.isNaN(at)) return
      const travel = learnTravel(travelById.get(id) ?? UNMEASURED, state, at)
      travelById.delete(id)
      travelById.set(id, travel)
    },
    /** In milliseconds; null if never measured. */
    fullMsOf: (deviceId: string): number | null => travelById.get(deviceId)?.fullMs ?? null,
    /** What was measured, in milliseconds; the device that was measured last comes last. */
    measured: (): [id: string, fullMs: number][] =>
      [...travelById].flatMap(([id, { fullMs }]) => (fullMs === null ? [] : [[id, fullMs]])),
  }
}
