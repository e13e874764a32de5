import type { DeviceInfo, LightType } from '@senca/contract'
import { channelsOf } from '../views/light-view.ts'

/** Brightness 0..1 by device and lamp. */
export type KeptLevels = Readonly<Record<string, number>>

const DIMS = { light_1: 'dimLight1', light_2: 'dimLight2' } as const

/** Whether a lamp of a light can be dimmed. */
export const isDimmable = ({ can }: Pick<DeviceInfo, 'can'>, light: LightType): boolean =>
  (light === 'light_1' || light === 'light_2') && can.includes(DIMS[light])

/** How bright lamps that can be dimmed were last, 0..1. `keep` is called with every change. */
export function createLampLevels(kept: KeptLevels = {}, keep: (levels: KeptLevels) => void = () => {}) {
  let levels = kept
  return {
    /** Must be called with every report of a light that is at rest, and before it is switched off. */
    note(device: DeviceInfo): void {
      for (const { type, brightness } of channelsOf(device)) {
        const key = `${device.id} ${type}`
        if (brightness === null || brightness <= 0 || !isDimmable(device, type) || levels[key] === brightness)
          continue
        levels = { ...levels, [key]: brightness }
        keep(levels)
      }
    },
    /** The brightness that switching on a lamp returns to; full where nothing is known. */
    levelOf: (device: DeviceInfo, light: LightType): number =>
      isDimmable(device, light) ? (levels[`${device.id} ${light}`] ?? 1) : 1,
  }
}
export type LampLevels = ReturnType<typeof createLampLevels>
