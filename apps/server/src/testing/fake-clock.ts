import { createManualClock, type ManualClock } from '@senca/simulator'

export type FakeClock = ManualClock

/** The clock of the virtual devices, which the whole app shares with them. */
export const createFakeClock = (start = new Date('2026-06-21T10:00:00.000Z')): FakeClock =>
  createManualClock(start)
