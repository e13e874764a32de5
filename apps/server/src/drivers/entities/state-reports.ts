import type { Clock } from '#platform/clock.ts'

/** Of more states, the newest is reported after this time [HW43]. */
const REPORT_EVERY_MS = 50

/** What a report is of: a moment, a state that a broker kept, or what was derived without a message; else what hardware says now. */
export interface ReportOf {
  at?: Date
  keptSince?: Date
  isDerived?: boolean
}

interface StateReportsOptions {
  clock: Pick<Clock, 'now' | 'after'>
  report(of: ReportOf): void
}

/** Decides when the state of an entity is reported. */
export function createStateReports({ clock, report }: StateReportsOptions) {
  let reportedAt = 0
  /** A state that waits to be reported: what hardware said now, or what a broker kept. */
  let waiting: 'live' | 'kept' | null = null
  let cancel = () => {}
  const now = () => clock.now().getTime()

  const flush = (): void => {
    cancel()
    if (waiting === null) return
    const isLive = waiting === 'live'
    waiting = null
    if (isLive) reportedAt = now()
    report(isLive ? {} : { keptSince: clock.now() })
  }

  return {
    /** Reports a state now, or after those before it. */
    next(source: 'live' | 'kept'): void {
      const isWaiting = waiting !== null
      waiting = source === 'live' || waiting === null ? source : waiting
      if (isWaiting) return
      const waitMs = reportedAt + REPORT_EVERY_MS - now()
      if (waitMs > 0) cancel = clock.after(waitMs, flush)
      else flush()
    },
    /** Reports what hardware has not reported now. A kept state that waits is reported before, as its age is unknown. */
    derived(): void {
      if (waiting === 'kept') flush()
      report({ isDerived: true })
    },
    /** Reports the state that waits now. */
    flush,
    stop(): void {
      cancel()
      waiting = null
    },
  }
}
