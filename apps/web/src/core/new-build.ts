/** What a page knows when it decides whether it may change to a newer build by itself. Times are in milliseconds. */
export interface PageMoment {
  sinceStart: number
  /** Since the last touch, key or scroll; null if there was none. */
  sinceTouch: number | null
  /** How long the page has been hidden; null while it is visible. */
  hidden: number | null
  /** Something is typed, a dialog is open or a call or command is in flight. */
  isBusy: boolean
  isOnWall: boolean
  /** The time of day, `HH:MM`. */
  time: string
}

const START_MS = 10_000
const HIDDEN_MS = 60_000
const QUIET_MS = 600_000
const WALL_TIME = '03:30'

/** Whether a reload would go unnoticed: at a start that nobody has touched, while hidden, and at night on a wall. */
export function mayTakeOver({ sinceStart, sinceTouch, hidden, isBusy, isOnWall, time }: PageMoment): boolean {
  if (sinceStart <= START_MS && sinceTouch === null) return true
  if (isBusy) return false
  if (hidden !== null && hidden >= HIDDEN_MS) return true
  return isOnWall && time === WALL_TIME && (sinceTouch ?? sinceStart) >= QUIET_MS
}
