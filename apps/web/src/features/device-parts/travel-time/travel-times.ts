import type { DeviceInfo } from '@senca/contract'
import { learnTravel, type Travel, UNMEASURED } from '@senca/contract/travel-time'
import * as z from 'zod/mini'
import { parseJson } from '#core/api/failures.ts'

const KEY = 'senca.travel'
/** The number of devices that are remembered, those that were measured last. */
const REMEMBERED = 200
const fullMsById = z.record(z.string(), z.number().check(z.positive()))

export type TravelTimes = ReturnType<typeof createTravelTimes>

/** How long the full travel of each device takes, as measured by this browser. */
export function createTravelTimes(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const travelById = new Map<string, Travel>(
    Object.entries(read(storage)).map(([id, fullMs]) => [id, { ...UNMEASURED, fullMs }]),
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
    keep() {
      const measured = [...travelById].flatMap(([id, { fullMs }]) => (fullMs === null ? [] : [[id, fullMs]]))
      try {
        storage.setItem(KEY, JSON.stringify(Object.fromEntries(measured.slice(-REMEMBERED))))
      } catch {
        // Without storage the times are known until the next reload.
      }
    },
  }
}

function read(storage: Pick<Storage, 'getItem'>): Record<string, number> {
  try {
    return fullMsById.safeParse(parseJson(storage.getItem(KEY) ?? '')).data ?? {}
  } catch {
    return {}
  }
}
