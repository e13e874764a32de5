import type { Clock } from '#platform/clock.ts'
import { createKeyedSets } from '#platform/keyed-sets.ts'
import type { Part } from './command-goal.ts'

/** After commands of one part of a device are over: for a while a report may still be about them. */
export interface Tail {
  part: Part
  /** How long it lasts after the last of these commands, in ms. */
  ms: number
  /** The highest turn of these commands. */
  turn: number
  cancelTimer(): void
}

export function createCommandTails(clock: Clock) {
  const byDevice = createKeyedSets<Tail>()

  return {
    /** Short and long tails are kept apart, so that a new one always lasts longer than the one before it. */
    keep(deviceId: string, part: Part, turn: number, ms: number) {
      const known = [...byDevice.of(deviceId)].find((tail) => tail.part === part && tail.ms === ms)
      const tail = known ?? { part, ms, turn, cancelTimer() {} }
      byDevice.add(deviceId, tail)
      tail.turn = Math.max(tail.turn, turn)
      tail.cancelTimer()
      tail.cancelTimer = clock.after(ms, () => byDevice.delete(deviceId, tail))
    },
    of: (deviceId: string): Iterable<Tail> => byDevice.of(deviceId),
    clear() {
      for (const { cancelTimer } of byDevice.all()) cancelTimer()
    },
  }
}
