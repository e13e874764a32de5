import type { CommandResult } from '@senca/contract'
import { createStore } from 'zustand/vanilla'

/** Devices that somebody tried to move while a weather scenario blocks them. The dialog about them is open. */
export const askedToMove = createStore<{ deviceIds: readonly string[] }>(() => ({ deviceIds: [] }))

/** Opens the dialog that offers to switch off the weather automation for the devices. An empty list closes it. */
export const askForMovement = (deviceIds: readonly string[]): void => askedToMove.setState({ deviceIds })

/** Opens the dialog if command results say that devices are blocked by the weather. */
export function noteHeld(results: readonly CommandResult[]): void {
  const held = results.flatMap((result) =>
    result.status === 'error' && result.error === 'weather_scenario_matched' ? result.device_ids : [],
  )
  if (held.length > 0) askForMovement(held)
}
