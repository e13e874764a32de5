/** What a letter is about works for an hour: later it would only confuse. */
const WORTH_SENDING_S = 3_600
/** Short at first, since somebody waits for it; then the mail server is left in peace. */
const DELAYS_S = [2, 5, 15, 30, 60, 120, 300] as const

/** Seconds until the next attempt, or null when there is to be none. `attempts` counts those that failed. */
export function retryDelay(attempts: number, ageSeconds: number): number | null {
  const delay = DELAYS_S[Math.min(attempts, DELAYS_S.length) - 1] ?? DELAYS_S[0]
  return ageSeconds + delay < WORTH_SENDING_S ? delay : null
}
