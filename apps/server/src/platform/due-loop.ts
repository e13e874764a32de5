import type { Clock } from './clock.ts'
import { createDueRun, type DueRun, type DueTask } from './due-run.ts'

interface Found {
  kind: string
  found: string
}

interface DueStatement {
  name: string
  text: string
  values: unknown[]
  query_timeout: number
}

interface DueLoopOptions {
  clock: Clock
  /** Runs a prepared statement. */
  query(statement: DueStatement): Promise<{ rows: Found[] }>
  /** Runs before each look. If it fails, the look is omitted. */
  before?(): Promise<void>
  /** Called when a look failed. The next one comes a second later. */
  failed(error: unknown): void
}

/** Times at which something is due are mostly whole seconds, so it looks at these. */
const CHECK_EVERY_MS = 1_000
/** A connection that does not answer within this time is closed, because nothing else is found to be due meanwhile. */
const ANSWER_TIMEOUT_MS = 5_000
/** A timer may fire this early. */
const EARLY_MS = 10

/** One statement with one row for each kind of which something was found. */
const statementOf = (tasks: readonly DueTask[]): string =>
  `select kind, found from (values ${tasks
    .map(({ kind, query }) => `('${kind}', (${query}))`)
    .join(', ')}) as asked (kind, found) where found is not null`

/**
 * Looks once a second for everything that is due, on each instance, with one statement for all kinds of tasks. What is found is
 * taken with `for update skip locked` by the run of its task, so that each thing is handled by one instance.
 */
export function createDueLoop({ clock, query, before = async () => {}, failed }: DueLoopOptions) {
  const runs: DueRun[] = []
  let isStopped = true
  let checking: Promise<void> = Promise.resolve()
  let cancel = () => {}

  const msUntilCheck = () => CHECK_EVERY_MS - (clock.now().getTime() % CHECK_EVERY_MS)

  const find = async (tasks: readonly DueTask[]): Promise<Map<string, string>> => {
    if (tasks.length === 0) return new Map()
    const { rows } = await query({
      name: 'due',
      text: statementOf(tasks),
      values: [clock.now()],
      query_timeout: ANSWER_TIMEOUT_MS,
    })
    return new Map(rows.map(({ kind, found }) => [kind, found]))
  }

  const check = async (): Promise<void> => {
    await before()
    const [asked, others] = [
      runs.filter(({ task }) => task.query !== undefined),
      runs.filter(({ task }) => task.query === undefined),
    ]
    for (const run of others) run.check(null)
    const found = await find(asked.map(({ task }) => task))
    for (const run of asked) run.check(found.get(run.task.kind) ?? null)
  }
  /** One look at a time: the time until the next one begins when a look has ended. */
  const checkOn = (): void => {
    checking = check()
      .catch(failed)
      .then(() => {
        if (!isStopped) wait()
      })
  }
  const wait = (): void => {
    cancel = clock.after(msUntilCheck(), () => (msUntilCheck() > EARLY_MS ? checkOn() : wait()))
  }

  return {
    /** Adds a task before the start. Urgent tasks begin before the others of the same look. */
    add(task: DueTask): DueRun {
      const run = createDueRun(task, clock)
      const firstCalm = runs.findIndex((other) => other.task.isUrgent !== true)
      if (task.isUrgent === true && firstCalm !== -1) runs.splice(firstCalm, 0, run)
      else runs.push(run)
      return run
    },
    /** By kind: the seconds since this instance last knew that nothing was left to do. */
    lagSeconds: (): [kind: string, seconds: number][] =>
      runs.map(({ task, lagSeconds }) => [task.kind, lagSeconds()]),
    start() {
      isStopped = false
      checkOn()
    },
    /** Resolves when the current look has ended. Each run is stopped by its owner. */
    async stop() {
      isStopped = true
      cancel()
      await checking
    },
  }
}

export type WhenDue = ReturnType<typeof createDueLoop>['add']
