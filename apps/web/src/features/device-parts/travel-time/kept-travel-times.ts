import * as z from 'zod/mini'
import { parseJson } from '#core/api/failures.ts'
import { createTravelTimes } from './travel-times.ts'

const KEY = 'senca.travel'
/** The number of devices that are remembered, those that were measured last. */
const REMEMBERED = 200
const fullMsById = z.record(z.string(), z.number().check(z.positive()))

/** The travel times that this browser measured, also before the page was loaded. `keep` stores them. */
export function keptTravelTimes(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const times = createTravelTimes(read(storage))
  return {
    ...times,
    keep() {
      try {
        const newest = times.measured().slice(-REMEMBERED)
        storage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)))
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
