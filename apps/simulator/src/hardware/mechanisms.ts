import type { Axis, DeviceSettings, DeviceType } from '@senca/contract'

/** The duration of a full travel of an axis in each direction, in milliseconds. */
interface Travel {
  openMs: number
  closeMs: number
}

/** A mechanism driven by a motor: the duration of each axis, and the main axis of the open and close buttons. */
export interface Mechanism {
  main: Axis
  travel: Readonly<Partial<Record<Axis, Travel>>>
}

/** The factory setting for the duration of a full rotation of the slats. */
export const INCLINATION_TIME_MS = 1_600

/** Moving up takes longer, because the motor lifts the weight. */
const UP_FACTOR = 1.04

const lift = (closeMs: number): Mechanism => ({
  main: 'position',
  travel: { position: { closeMs, openMs: closeMs * UP_FACTOR } },
})

/** The mechanism for a device type and its settings; null for doors and lights. */
export function mechanismOf(type: DeviceType, settings: DeviceSettings): Mechanism | null {
  switch (type) {
    case 'roller_shutter':
      return lift(22_000)
    case 'insect_screen':
    case 'textile_screen':
      return lift(16_000)
    case 'awning':
      return lift(35_000)
    case 'falcon':
      return lift(24_000)
    case 'venetian_blind': {
      const turnMs = settings.inclinationTime ?? INCLINATION_TIME_MS
      const { travel } = lift(28_000)
      return { main: 'position', travel: { ...travel, inclination: { openMs: turnMs, closeMs: turnMs } } }
    }
    case 'pergola':
      return {
        main: 'inclination',
        travel: { inclination: { closeMs: 18_000, openMs: 18_000 * UP_FACTOR } },
      }
    case 'home_door':
    case 'light':
      return null
  }
}
