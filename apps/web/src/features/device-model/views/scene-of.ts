import { type DeviceInfo, slatAngle } from '@senca/contract'
import type { CardScene, Freshness } from '#light/card/card-scene.ts'
import { VIEWS } from '#light/sky/sky.ts'
import { isDoorOpen, lockStateOf, locksOf } from './door-view.ts'
import { channelsOf } from './light-view.ts'
import { mainAxisOf } from './shade-view.ts'

/** How current the state of a device is. Offline has priority over stale. */
export function freshnessOf(device: DeviceInfo, stale: boolean): Freshness {
  if (!device.connected || device.state.status === 'offline') return 'offline'
  return stale ? 'stale' : 'live'
}

/** Whether a device ever reported its state. A device that was just claimed may not have. */
export const hasReported = ({ state }: Pick<DeviceInfo, 'state'>): boolean => state.reportedAt !== null

/** Whether the known state of a device may be outdated. */
export const isOld = (device: DeviceInfo, stale: boolean): boolean => freshnessOf(device, stale) !== 'live'

/** The freshness to draw: a device that never reported is drawn like one that is offline. */
export const drawnFreshness = (device: DeviceInfo, stale: boolean): Freshness =>
  hasReported(device) ? freshnessOf(device, stale) : 'offline'

/** Chooses the view out of the window. It is always the same for the same device. */
export function viewOf(id: string): number {
  let sum = 0
  for (const sign of id) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973
  return sum % VIEWS
}

/** A part that is absent or unknown is drawn with level 0: a light is dark, a foil clear. */
const levelOf = (value: number | null | undefined): number => value ?? 0

/** The scene that draws a device. `draft` (0..1) is the value of the slider while it is dragged; the light follows it. */
export function sceneOf(device: DeviceInfo, stale: boolean, draft: number | null): CardScene {
  const seen = { freshness: drawnFreshness(device, stale), view: viewOf(device.id) }
  const { state, devicetype } = device
  if (devicetype === 'light') {
    const levels = channelsOf(device).map(({ brightness }) => brightness ?? 0)
    const sum = levels.reduce((total, level) => total + level, 0)
    return { ...seen, kind: 'light', brightness: levels.length > 0 ? sum / levels.length : 0 }
  }
  if (devicetype === 'home_door') {
    const locks = locksOf(state)
    return {
      ...seen,
      kind: 'home_door',
      isOpen: isDoorOpen(device) === true,
      isLocked: locks.length > 0 && locks.every((lock) => lock.isLocked),
      isUnlocked: lockStateOf(locks) === 'unlocked',
      milk: state.magicFoilConnected ? levelOf(state.magicFoilOpacity) : 0,
      doorLight: levelOf(state.doorLightBrightness),
      handleLight: levelOf(state.handleLightBrightness),
    }
  }
  const tilt = slatAngle(state.inclination ?? 0.5, device.settings.inclinationType ?? 'full_180')
  return { ...seen, kind: devicetype, position: draft ?? state[mainAxisOf(device)], tilt }
}
