import type { CommandResult } from '@senca/contract'
import { createStore } from 'zustand/vanilla'

/** Devices that somebody wanted to move although the weather holds them: the question about them is open. */
export const askedToMove = createStore<{ deviceIds: readonly string[] }>(() => ({ deviceIds: [] }))

/** Asks whether automatic weather movement of devices is to be switched off; of none: the question is over. */
export const askForMovement = (deviceIds: readonly string[]): void => askedToMove.setState({ deviceIds })

/** Hears what became of commands. */
export function noteHeld(results: readonly CommandResult[]): void {
  const held = results.flatMap((result) =>
    result.status === 'error' && result.error === 'weather_scenario_matched' ? result.device_ids : [],
  )
  if (held.length > 0) askForMovement(held)
}
