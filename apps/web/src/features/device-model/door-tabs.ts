import type { DeviceState } from '@senca/contract'

/** The parts of a door that have a tab of their own, in their order. */
export const DOOR_TABS = ['magnet', 'motor', 'foil', 'lights'] as const
export type DoorTab = (typeof DOOR_TABS)[number]

/** The tabs for the hardware that is connected. */
export function doorTabsOf(state: DeviceState): DoorTab[] {
  const isThere: Record<DoorTab, boolean> = {
    magnet: state.magnetLockConnected === true,
    motor: state.motorLockConnected === true,
    foil: state.magicFoilConnected === true,
    lights: state.handleLightConnected === true || state.doorLightConnected === true,
  }
  return DOOR_TABS.filter((tab) => isThere[tab])
}

/** The tab to open: the one that was wished for if the door has it, else the first; null of a door without any. */
export const chosenTab = (tabs: readonly DoorTab[], wished: string | null): DoorTab | null =>
  tabs.find((tab) => tab === wished) ?? tabs[0] ?? null
