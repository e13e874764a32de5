import { EventEmitter } from 'node:events'
import { sql } from 'drizzle-orm'
import {
  Logger as JobLogger,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type WorkerEvents,
} from 'graphile-worker'
import type { Logger } from '../logger.ts'
import type { Database, Queries } from '../postgres/database.ts'
import { createQueueMarks } from './queue-marks.ts'

const CONCURRENT_JOBS = 4
/** Due jobs are told of at once; this finds those whose time has come. */
const POLL_MS = 1_000
/** What runs gets this long to come to its end before it is told to stop. */
const STOP_PATIENCE_MS = 1_000

/** What a killed instance was doing is done again this much later at most, and some seconds. */
const TAKE_OVER_EVERY_MS = 10_000
/** After the queue has ended by itself. */
const REOPEN_AFTER_MS = 2_000

/** Does a job; `signal` tells it that the server stops. Jobs may be done twice: after a crash nobody knows. */
type Task = (payload: unknown, signal: AbortSignal) => Promise<void>

export interface JobOptions {
  delaySeconds?: number
  /** At most one waiting job has a key: a new one replaces it. One that is being done goes on beside the new one. */
  key?: string
}

/** Timed work in the database, done by whichever instance comes first. */
export interface Jobs {
  /** Names who does a kind of job; before `start`. */
  handle(name: string, task: Task): void
  /** Does a kind of job whenever `cron` (five fields, UTC) says so, once among all instances; before `start`. */
  schedule(name: string, cron: string, task: Task): void
  /** Puts a job into the queue, as part of a transaction where `queries` is one. */
  enqueue(queries: Queries, name: string, payload: object, options?: JobOptions): Promise<void>
  /** Takes the job with a key out of the queue; one that is being done is not stopped, but not repeated either. */
  cancel(queries: Queries, key: string): Promise<void>
  /** For how long the job that is due longest has waited to be begun, on all instances; 0 where none waits. */
  readLagSeconds(): Promise<number>
  start(): Promise<void>
  stop(): Promise<void>
}

const quietLogger = (logger: Logger) =>
  new JobLogger(() => (level, message) => {
    // A job that failed was logged by `runTask`, with what it threw.
    const isNews = `${level}` === 'error' && !message.startsWith('Failed task')
    if (isNews) logger.warn({ jobs: message }, 'The job queue complains')
    else logger.trace({ jobs: message }, 'Jobs')
  })

/** Makes or updates the queue's own tables. */
export const migrateJobs = (url: string): Promise<void> => runMigrations({ connectionString: url })

interface JobsOptions {
  database: Database
  logger: Logger
  /** Hears the name of each job that failed, also where it is tried again. */
  failed?(name: string): void
}

export function createJobs({ database, logger, failed }: JobsOptions): Jobs {
  const taskByName = new Map<string, Task>()
  const schedules: { task: string; match: string; options: { backfillPeriod: number } }[] = []
  let stopping = new AbortController()
  let runner: Runner | undefined
  /** Under which this instance holds the jobs that it does. */
  let poolId: string | undefined
  let retry: NodeJS.Timeout | undefined
  let takingOver: NodeJS.Timeout | undefined
  let isStopped = true
  const marks = createQueueMarks({
    pool: database.queuePool,
    failed: (error) => logger.warn({ err: error }, 'The job queue could not be marked as one that lives'),
  })
  const takeOver = () =>
    marks
      .takeOver()
      .catch((error: unknown) =>
        logger.warn({ err: error }, 'Jobs of instances that are gone could not be taken over'),
      )

  const runTask = (name: string, task: Task) => async (payload: unknown) => {
    try {
      await task(payload, stopping.signal)
    } catch (error) {
      logger.error({ err: error, job: name }, 'A job failed')
      failed?.(name)
      throw error
    }
  }

  const open = async (): Promise<void> => {
    // Jobs that the queue before this one could not say the end of would stay its own for hours.
    if (poolId !== undefined)
      await database.queuePool.query('select graphile_worker.force_unlock_workers(array[$1])', [poolId])
    const events: WorkerEvents = new EventEmitter()
    events.once('pool:create', ({ workerPool }) => {
      poolId = workerPool.id
    })
    const opened = await run({
      pgPool: database.queuePool,
      events,
      // Unset, an end that cannot be written would be an unhandled rejection; now the queue stops and is opened again.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      concurrency: CONCURRENT_JOBS,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      logger: quietLogger(logger),
      taskList: Object.fromEntries(
        [...taskByName].map(([name, task]) => [name, runTask(name, task)] as const),
      ),
      parsedCronItems: parseCronItems(schedules),
    })
    if (poolId !== undefined) await marks.mark(poolId)
    // The server may have been stopped meanwhile.
    if (isStopped) {
      await marks.end()
      return opened.stop()
    }
    runner = opened
    opened.promise.then(
      () => reopen(opened, 'it ended'),
      (error: unknown) => reopen(opened, error),
    )
  }

  /** The queue gives up when the database is away for long; work must go on once it is back. */
  const reopen = (ended: Runner, reason: unknown) => {
    if (runner !== ended) return
    logger.warn({ err: reason }, 'The job queue stopped and is opened again')
    retry = setTimeout(() => open().catch((error: unknown) => reopen(ended, error)), REOPEN_AFTER_MS)
  }

  return {
    handle(name, task) {
      taskByName.set(name, task)
    },
    schedule(name, cron, task) {
      taskByName.set(name, task)
      schedules.push({ task: name, match: cron, options: { backfillPeriod: 0 } })
    },
    async enqueue(queries, name, payload, { delaySeconds = 0, key = null } = {}) {
      await queries.execute(sql`
        select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, job_key => ${key},
          run_at => now() + make_interval(secs => ${delaySeconds}::int))`)
    },
    async cancel(queries, key) {
      await queries.execute(sql`select graphile_worker.remove_job(${key})`)
    },
    async readLagSeconds() {
      const { rows } = await database.pool.query<{ lag: number }>(
        `select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as lag from graphile_worker.jobs
         where run_at < now() and locked_at is null and attempts < max_attempts`,
      )
      return rows[0]?.lag ?? 0
    },
    async start() {
      stopping = new AbortController()
      isStopped = false
      await open()
      takingOver = setInterval(() => void takeOver(), TAKE_OVER_EVERY_MS)
      await takeOver()
    },
    async stop() {
      isStopped = true
      clearTimeout(retry)
      clearInterval(takingOver)
      const patience = setTimeout(() => stopping.abort(), STOP_PATIENCE_MS)
      const stopped = runner
      runner = undefined
      try {
        // Rejects when it has ended by itself, which leaves nothing to stop.
        await stopped?.stop().catch(() => {})
      } finally {
        clearTimeout(patience)
        await marks.end()
      }
    },
  }
}
