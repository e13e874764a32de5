import type { Clock } from './clock.ts'
import { clockMarks } from './postgres/clock-marks.schema.ts'
import type { Database } from './postgres/database.ts'
import { runAll } from './run-all.ts'

interface ClockWatchOptions {
  clock: Clock
  database: Pick<Database, 'db'>
  setBack(byMs: number): void
  failed(error: unknown): void
}

/** After a smaller correction everything is only late by that much. */
const TOLERANCE_MS = 5_000
const MARK_EVERY_MS = 30_000
const NAME = 'seen'

/**
 * Notices that the clock of the machine was set back, while the server runs or between two starts. Times that were stored by the
 * wrong clock then lie ahead, and would delay whatever waits for them.
 */
export function createClockWatch({ clock, database, setBack, failed }: ClockWatchOptions) {
  const { db } = database
  const tasks: ((now: Date) => Promise<void>)[] = []
  let seenAt = clock.now()
  let markedAt = new Date(0)
  let marking = Promise.resolve()

  /** Not awaited by a look: a connection that hangs must not delay what is due. */
  const mark = (now: Date) => {
    markedAt = now
    marking = db
      .insert(clockMarks)
      .values({ name: NAME, at: now })
      .onConflictDoUpdate({ target: clockMarks.name, set: { at: now } })
      .then(() => {}, failed)
  }
  const check = async (): Promise<void> => {
    const now = clock.now()
    const byMs = seenAt.getTime() - now.getTime()
    const isSetBack = byMs > TOLERANCE_MS
    if (isSetBack) {
      setBack(byMs)
      await runAll(tasks.map((task) => () => task(now)))
    }
    seenAt = now
    if (isSetBack || now.getTime() - markedAt.getTime() >= MARK_EVERY_MS) mark(now)
  }
  const evaluateNow = () => check().catch(failed)

  return {
    /** Calls the task after the clock was set back, until it succeeds. It may be called again. */
    whenSetBack: (task: (now: Date) => Promise<void>) => void tasks.push(task),
    /** Resolves when the tasks have run, if the clock was set back since the last start. */
    async start() {
      const [mark] = await db.select().from(clockMarks)
      seenAt = mark?.at ?? clock.now()
      await evaluateNow()
      await marking
    },
    /** Looks at the clock. It is called every second. */
    check: evaluateNow,
  }
}
