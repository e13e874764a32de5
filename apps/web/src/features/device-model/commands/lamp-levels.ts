import type { DeviceInfo, LightType } from '@senca/contract'
import * as z from 'zod/mini'
import { channelsOf } from '../views/light-view.ts'

const KEY = 'lampLevels'
const levelsSchema = z.record(z.string(), z.number().check(z.gt(0), z.lte(1)))
type Store = Pick<Storage, 'getItem' | 'setItem'>

const DIMS = { light_1: 'dimLight1', light_2: 'dimLight2' } as const

/** Whether a lamp of a light can be dimmed. */
export const isDimmable = ({ can }: Pick<DeviceInfo, 'can'>, light: LightType): boolean =>
  (light === 'light_1' || light === 'light_2') && can.includes(DIMS[light])

/** How bright lamps that can be dimmed were last, 0..1. With a store this is kept in the browser. */
export function createLampLevels(store?: Store) {
  let levels = read(store)
  return {
    /** Must be called with every report of a light that is at rest, and before it is switched off. */
    note(device: DeviceInfo): void {
      for (const { type, brightness } of channelsOf(device)) {
        const key = `${device.id} ${type}`
        if (brightness === null || brightness <= 0 || !isDimmable(device, type) || levels[key] === brightness)
          continue
        levels = { ...levels, [key]: brightness }
        try {
          store?.setItem(KEY, JSON.stringify(levels))
        } catch {
          // A browser that refuses storage keeps the levels for this page only.
        }
      }
    },
    /** The brightness that switching on a lamp returns to; full where nothing is known. */
    levelOf: (device: DeviceInfo, light: LightType): number =>
      isDimmable(device, light) ? (levels[`${device.id} ${light}`] ?? 1) : 1,
  }
}
export type LampLevels = ReturnType<typeof createLampLevels>

function read(store: Store | undefined): Readonly<Record<string, number>> {
  try {
    const kept = levelsSchema.safeParse(JSON.parse(store?.getItem(KEY) ?? '{}'))
    return kept.success ? kept.data : {}
  } catch {
    return {}
  }
}
