import type { Axis, DeviceSettings, DeviceType } from '@senca/contract'

/** Milliseconds for a full travel of an axis, each way. */
export interface Travel {
  openMs: number
  closeMs: number
}

/** What a motor drives: how long each axis takes, and which axis the open and close buttons are about. */
export interface Mechanism {
  main: Axis
  travel: Readonly<Partial<Record<Axis, Travel>>>
}

/** How long a full turn of the slats takes from the factory. */
export const INCLINATION_TIME_MS = 1_600

/** Going up works against the weight. */
const UP_FACTOR = 1.04

const lift = (closeMs: number): Mechanism => ({
  main: 'position',
  travel: { position: { closeMs, openMs: closeMs * UP_FACTOR } },
})

/** The mechanism that a controller of this type and these settings drives; null for doors and lights. */
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
