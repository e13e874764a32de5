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
import type { DueTask } from '../due-run.ts'
import type { Logger } from '../logger.ts'
import type { Database, Queries } from '../postgres/database.ts'
import { createQueueMarks } from './queue-marks.ts'

const CONCURRENT_JOBS = 4
/** A fetched job that still waits for a running one goes back to the queue after this time, so that another instance can run it. */
const FETCHED_MS = 2_000
/** Workers are notified of due jobs at once; polling finds jobs whose time has come. */
const POLL_MS = 1_000
/** How long running jobs have to finish before they are aborted. */
const STOP_TIMEOUT_MS = 1_000

/** A job of a killed instance is started again after at most this time plus some seconds. */
const TAKE_OVER_EVERY_S = 10
/** The delay after the queue has stopped unexpectedly. */
const REOPEN_AFTER_MS = 2_000

/**
 * Runs a job; `signal` is aborted when the server stops. A job may run twice, because after a crash it is unknown whether it
 * finished.
 */
type Task = (payload: unknown, signal: AbortSignal) => Promise<void>

interface JobOptions {
  delaySeconds?: number
  /** At most one waiting job has a given key; a new one replaces it. A running job continues beside the new one. */
  key?: string
}

/** Scheduled work in the database, done by any of the instances. */
export interface Jobs {
  /** Registers the handler for a kind of job. Call it before `start`. */
  handle(name: string, task: Task): void
  /** Runs a kind of job at the times of `cron` (five fields, UTC), once among all instances. Call it before `start`. */
  schedule(name: string, cron: string, task: Task): void
  /** Adds a job to the queue, in a transaction if `queries` is one. */
  enqueue(queries: Queries, name: string, payload: object, options?: JobOptions): Promise<void>
  /** Removes the job with a key from the queue. A running job is not stopped, but it is not repeated. */
  cancel(queries: Queries, key: string): Promise<void>
  /** Takes over what instances that were killed had begun. */
  takeOver: DueTask
  /** After the clock was set back: waiting jobs are due at once, because their times may be of the wrong clock. */
  setBack(): Promise<void>
  /** How many seconds the oldest due job has waited to be started, on all instances; 0 if none waits. */
  readLagSeconds(): Promise<number>
  start(): Promise<void>
  stop(): Promise<void>
}

const quietLogger = (logger: Logger) =>
  new JobLogger(() => (level, message) => {
    // A failed job was already logged by `runTask` together with its error.
    const isNews = `${level}` === 'error' && !message.startsWith('Failed task')
    if (isNews) logger.warn({ jobs: message }, 'Job queue error; the queue retries')
    else logger.trace({ jobs: message }, 'Jobs')
  })

/** Creates or updates the queue's own tables. */
export const migrateJobs = (url: string): Promise<void> => runMigrations({ connectionString: url })

interface JobsOptions {
  database: Database
  logger: Logger
  /** Called with the name of each job that failed, also if it is retried. */
  failed?(name: string): void
}

export function createJobs({ database, logger, failed }: JobsOptions): Jobs {
  const taskByName = new Map<string, Task>()
  const schedules: { task: string; match: string; options: { backfillPeriod: number } }[] = []
  let stopping = new AbortController()
  let runner: Runner | undefined
  /** The id under which this instance locks its jobs. */
  let poolId: string | undefined
  let retry: NodeJS.Timeout | undefined
  let isStopped = true
  const marks = createQueueMarks({
    pool: database.queuePool,
    failed: (error) => logger.warn({ err: error }, 'The heartbeat of the job queue could not be written'),
  })
  const takeOver: DueTask = {
    kind: 'jobs',
    query: marks.takeOverQuery,
    everySeconds: TAKE_OVER_EVERY_S,
    run: marks.takeOver,
    failed: (error) =>
      logger.warn(
        { err: error },
        'Jobs of instances that are gone could not be claimed; another attempt follows',
      ),
  }

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
    // Jobs whose end the previous queue could not write would otherwise stay locked for hours.
    if (poolId !== undefined)
      await database.queuePool.query('select graphile_worker.force_unlock_workers(array[$1])', [poolId])
    const events: WorkerEvents = new EventEmitter()
    events.once('pool:create', ({ workerPool }) => {
      poolId = workerPool.id
    })
    const opened = await run({
      pgPool: database.queuePool,
      events,
      preset: {
        worker: {
          // Without this, an end that cannot be written causes an unhandled rejection. With it, the queue stops and is opened again.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
          // One poll for all workers. Otherwise each polls on its own, with a database connection of its own.
          localQueue: { size: CONCURRENT_JOBS, ttl: FETCHED_MS },
        },
      },
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
    // The server may have been stopped in the meantime.
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

  /** The queue stops if the database is unavailable for long. It is opened again, so that work continues afterwards. */
  const reopen = (ended: Runner, reason: unknown) => {
    if (runner !== ended) return
    logger.warn({ err: reason }, 'The job queue stopped; it is opened again')
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
    takeOver,
    async setBack() {
      await database.pool.query(`
        select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
        from graphile_worker.jobs where run_at > now() having count(*) > 0`)
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
      await marks.takeOver().catch(takeOver.failed)
    },
    async stop() {
      isStopped = true
      clearTimeout(retry)
      const timeout = setTimeout(() => stopping.abort(), STOP_TIMEOUT_MS)
      const stopped = runner
      runner = undefined
      try {
        // Rejects if the runner has stopped by itself; then there is nothing to stop.
        await stopped?.stop().catch(() => {})
      } finally {
        clearTimeout(timeout)
        await marks.end()
      }
    },
  }
}
