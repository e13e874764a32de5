import type { DeviceState } from '@senca/contract'

/** The parts of a door that have their own tab, in the order of the tabs. */
export const DOOR_TABS = ['magnet', 'motor', 'foil', 'lights'] as const
export type DoorTab = (typeof DOOR_TABS)[number]

/** The tabs for the connected hardware. */
export function doorTabsOf(state: DeviceState): DoorTab[] {
  const isThere: Record<DoorTab, boolean> = {
    magnet: state.magnetLockConnected === true,
    motor: state.motorLockConnected === true,
    foil: state.magicFoilConnected === true,
    lights: state.handleLightConnected === true || state.doorLightConnected === true,
  }
  return DOOR_TABS.filter((tab) => isThere[tab])
}

/** The tab to open: the requested one if the door has it, otherwise the first; null for a door without tabs. */
export const chosenTab = (tabs: readonly DoorTab[], wished: string | null): DoorTab | null =>
  tabs.find((tab) => tab === wished) ?? tabs[0] ?? null
