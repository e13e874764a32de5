import type { Clock } from '#platform/clock.ts'
import { runAll } from '#platform/run-all.ts'
import type { DeviceReport, Drivers, EndpointAddress, HardwareDriver, Refreshed } from './driver.ts'

/** A driver that failed is started again after this time, which doubles with each further failure. */
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 60_000
/** A driver that has run for this long has recovered. */
const RECOVERED_MS = 60_000
/** The start of the server waits no longer than this for a driver. */
const START_MS = 10_000

interface DriverSupervisorOptions {
  clock: Pick<Clock, 'now' | 'after'>
  /** Called when a driver has failed. It is started again after `retryMs`. */
  failed(error: unknown, driver: string, retryMs: number): void
}

/** Runs one driver. A run that has failed or was stopped reports nothing more. */
function superviseDriver(
  driver: HardwareDriver,
  clock: DriverSupervisorOptions['clock'],
  failed: (error: unknown, retryMs: number) => void,
) {
  let state: 'stopped' | 'starting' | 'running' | 'failed' = 'stopped'
  let run = 0
  let failures = 0
  let startedAt = 0
  let cancelTimer = () => {}
  let report: (report: DeviceReport) => void = () => {}

  const fail = async (failedRun: number, error: unknown): Promise<void> => {
    if (failedRun !== run) return
    run += 1
    const hadRecovered = state === 'running' && clock.now().getTime() - startedAt >= RECOVERED_MS
    state = 'failed'
    failures = hadRecovered ? 1 : failures + 1
    const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS)
    failed(error, retryMs)
    const stopped = run
    await driver.stop().catch((stopError: unknown) => failed(stopError, retryMs))
    if (stopped === run) cancelTimer = clock.after(retryMs, () => void begin())
  }

  const begin = async (): Promise<void> => {
    run += 1
    const own = run
    state = 'starting'
    try {
      await driver.start({
        report: (reported) => {
          if (own === run) report(reported)
        },
        failed: (error) => void fail(own, error),
      })
      if (own !== run) return
      state = 'running'
      startedAt = clock.now().getTime()
    } catch (error) {
      await fail(own, error)
    }
  }

  return {
    /** Resolves when the driver has started or failed to, or when that takes too long. */
    start(listener: (report: DeviceReport) => void): Promise<void> {
      report = listener
      return new Promise((resolve) => {
        const cancelWait = clock.after(START_MS, resolve)
        void begin().then(() => {
          cancelWait()
          resolve()
        })
      })
    },
    stop(): Promise<void> {
      run += 1
      state = 'stopped'
      cancelTimer()
      return driver.stop()
    },
    hasFailed: () => state === 'failed',
    isRunning: () => state === 'running',
  }
}

/** Runs the drivers beside the server: one that fails is started again and again, and stops neither the others nor the server. */
export function createDriverSupervisor(drivers: Drivers, { clock, failed }: DriverSupervisorOptions) {
  const supervised = new Map(
    Object.entries(drivers).map(([name, driver]) => [
      name,
      {
        driver,
        ...superviseDriver(driver, clock, (error, retryMs) => failed(error, name, retryMs)),
      },
    ]),
  )
  return {
    async start(report: (driver: string, report: DeviceReport) => void): Promise<void> {
      await Promise.all(
        [...supervised].map(([name, { start }]) => start((reported) => report(name, reported))),
      )
    },
    stop: () => runAll([...supervised.values()].map(({ stop }) => stop)),
    /** Undefined if this server has no such driver. */
    find: (name: string): HardwareDriver | undefined => supervised.get(name)?.driver,
    /** Whether the driver has failed and was not started again yet. */
    hasFailed: (name: string): boolean => supervised.get(name)?.hasFailed() === true,
    /** Each driver, and 1 if it runs. */
    *running(): Generator<[string, number]> {
      for (const [name, { isRunning }] of supervised) yield [name, isRunning() ? 1 : 0]
    },
    clockSetBack() {
      for (const { driver } of supervised.values()) driver.clockSetBack?.()
    },
    /** Makes drivers that support it report the state of endpoints again. */
    refresh(endpoints: readonly EndpointAddress[], what?: Refreshed) {
      for (const [name, { driver }] of supervised) {
        const addresses = endpoints
          .filter((endpoint) => endpoint.driver === name)
          .map(({ address }) => address)
        if (addresses.length > 0) driver.refresh?.(addresses, what)
      }
    },
  }
}

export type DriverSupervisor = ReturnType<typeof createDriverSupervisor>
