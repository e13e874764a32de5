const TICK_MS = 50
const STEP = 0.1

/** A motor that travels to where it is sent, in steps; positions are 0 open to 1 closed. `report` is called with each step and the end. */
export function createTravellingShade(
  report: (position: number, motion: 'opening' | 'closing' | null) => void,
) {
  let position = 0
  let target: number | null = null
  /** Where it was sent, in the order of the commands; null for a stop. */
  const commands: (number | null)[] = []
  const timer = setInterval(() => {
    if (target === null) return
    const left = target - position
    const isThere = Math.abs(left) <= STEP
    position = isThere ? target : position + Math.sign(left) * STEP
    if (isThere) target = null
    report(position, target === null ? null : left < 0 ? 'opening' : 'closing')
  }, TICK_MS)
  return {
    commands,
    isAt: (place: number) => target === null && position === place,
    go(to: number) {
      commands.push(to)
      target = to
    },
    stop() {
      commands.push(null)
      target = null
      report(position, null)
    },
    end: () => clearInterval(timer),
  }
}
