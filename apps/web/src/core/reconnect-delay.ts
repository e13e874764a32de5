const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 20_000

/** Milliseconds before try number `attempt` (0 is the first after a loss): doubling, with a jitter of half. */
export function reconnectDelay(attempt: number, random: () => number): number {
  const whole = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 10))
  return whole / 2 + (whole / 2) * random()
}
