const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 20_000

/**
 * The delay in milliseconds before reconnect number `attempt` (0 is the first after a loss). It doubles each time; half of it is
 * random.
 */
export function reconnectDelay(attempt: number, random: () => number): number {
  const whole = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 10))
  return whole / 2 + (whole / 2) * random()
}
