import type { DeviceState } from '@senca/contract'

/** The tabs of a door, in their order: the whole door, each of its locks, and its other parts. */
export const DOOR_TABS = ['door', 'locks', 'foil', 'lights'] as const
export type DoorTab = (typeof DOOR_TABS)[number]

/** The tabs for the connected hardware. */
export function doorTabsOf(state: DeviceState): DoorTab[] {
  const hasLock = state.magnetLockConnected === true || state.motorLockConnected === true
  const isThere: Record<DoorTab, boolean> = {
    door: hasLock,
    locks: hasLock,
    foil: state.magicFoilConnected === true,
    lights: state.handleLightConnected === true || state.doorLightConnected === true,
  }
  return DOOR_TABS.filter((tab) => isThere[tab])
}

/** Addresses of earlier pages name a lock. */
const EARLIER: Readonly<Record<string, DoorTab>> = { magnet: 'locks', motor: 'locks' }

/** The tab to open: the requested one if the door has it, otherwise the first; null for a door without tabs. */
export function chosenTab(tabs: readonly DoorTab[], wished: string | null): DoorTab | null {
  const tab = wished === null ? wished : (EARLIER[wished] ?? wished)
  return tabs.find((each) => each === tab) ?? tabs[0] ?? null
}
