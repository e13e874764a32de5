import type { Clock } from './clock.ts'
import { createClockWatch } from './clock-watch.ts'
import { createDueLoop, type WhenDue } from './due-loop.ts'
import type { EventBus } from './events/event-bus.ts'
import type { Metrics } from './http/metrics.ts'
import type { HttpServer } from './http/server.ts'
import { createJobs, type Jobs } from './jobs/jobs.ts'
import type { Logger } from './logger.ts'
import type { Mailer } from './mail/mail.ts'
import type { Broker } from './mqtt/broker.ts'
import type { Database } from './postgres/database.ts'
import type { Config } from './process/config.ts'
import { runAll } from './run-all.ts'
import { NO_TRACING, type Tracing } from './tracing/tracing.ts'

/** A part of a feature that runs; each step is optional. */
interface RunningPart {
  /** Called in the order of registration. Subscribe here to what other parts publish. */
  start?(): unknown
  /** Called after every part has started. Publish or accept requests from here on. */
  open?(): unknown
  /** Called in reverse order, also for a part that was not started. */
  stop?(): unknown
}

export interface AppContextOptions {
  config: Config & { sessionSecret: string }
  clock: Clock
  logger: Logger
  database: Database
  broker: Broker
  bus: EventBus
  http: HttpServer
  metrics: Metrics
  mailer: Mailer
  /** Absent if traces are not collected. */
  tracing?: Tracing
}

/** What every feature uses, and where it registers its routes, metrics and running parts. */
export interface AppContext extends AppContextOptions {
  tracing: Tracing
  jobs: Jobs
  /** Whether the public URL uses https. */
  isSecure: boolean
  runs(part: RunningPart): void
  /** Adds a task for what becomes due with time, on each instance. It runs after all parts have been opened. */
  whenDue: WhenDue
  /** Runs a task once an hour, on one of all instances. */
  everyHour(task: () => Promise<void>): void
  /**
   * Runs a task after the clock of the machine was set back, on each instance, and before parts start. It brings stored times that
   * lie ahead back to what is possible.
   */
  whenSetBack(task: (now: Date) => Promise<void>): void
}

export function createAppContext(options: AppContextOptions) {
  const { clock, config, database, logger, metrics } = options
  const failed = metrics.counter(
    'senca_jobs_failed_total',
    'Failed jobs, including repeated attempts',
    'name',
  )
  const jobs = createJobs({ database, logger, failed })
  metrics.gauge('senca_database_away', 'Whether the database cannot be reached', () =>
    database.reach.isDown() ? 1 : 0,
  )
  metrics.gauge(
    'senca_jobs_lag_seconds',
    'Waiting time of the job that has been due longest, on all instances',
    jobs.readLagSeconds,
  )
  const clockWatch = createClockWatch({
    clock,
    database,
    setBack: (byMs) =>
      logger.warn({ seconds: Math.round(byMs / 1_000) }, 'The clock of the machine was set back'),
    failed: (error) =>
      logger.error({ err: error }, 'Times in the future could not be corrected after the clock was set back'),
  })
  const dueLoop = createDueLoop({
    clock,
    query: (statement) => database.pool.query(statement),
    // Times that lie ahead because of a wrong clock are corrected first.
    before: clockWatch.check,
    failed: (error) => logger.error({ err: error }, 'What is due could not be found; trying again in 1 s'),
  })
  metrics.gauges(
    'senca_due_lag_seconds',
    'Time since an instance last knew that nothing of a kind was left to do',
    'kind',
    dueLoop.lagSeconds,
  )
  const takingOver = dueLoop.add(jobs.takeOver)
  const parts: RunningPart[] = [
    clockWatch,
    { open: jobs.start, stop: () => runAll([takingOver.stop, jobs.stop]) },
  ]
  clockWatch.whenSetBack(jobs.setBack)
  const hourly: (() => Promise<void>)[] = []
  jobs.schedule('forget-old', '17 * * * *', () => runAll(hourly))
  const context: AppContext = {
    ...options,
    tracing: options.tracing ?? NO_TRACING,
    jobs,
    isSecure: config.publicUrl.startsWith('https:'),
    runs: (part) => void parts.push(part),
    whenDue: dueLoop.add,
    everyHour: (task) => void hourly.push(task),
    whenSetBack: clockWatch.whenSetBack,
  }
  return {
    context,
    async start() {
      for (const { start } of parts) await start?.()
      for (const { open } of parts) await open?.()
      dueLoop.start()
    },
    stop: () => runAll([dueLoop.stop, ...parts.flatMap(({ stop }) => stop ?? []).reverse()]),
  }
}
