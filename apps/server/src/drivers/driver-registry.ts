import type { Clock } from '#platform/clock.ts'
import { runAll } from '#platform/run-all.ts'
import {
  type DeviceReport,
  type Driver,
  DriverError,
  type DriverOutcome,
  type DriverRequest,
  type ExecuteOptions,
  type Refreshed,
} from './driver.ts'

/** The drivers by name. The name is stored with each endpoint. */
export type Drivers = Readonly<Record<string, Driver>>

/** The address of an endpoint, unique across all drivers. */
export interface EndpointAddress {
  driver: string
  address: string
}

/** A request for an endpoint of any driver. */
export type EndpointRequest = DriverRequest & EndpointAddress

interface DriverRegistryOptions {
  clock: Pick<Clock, 'after'>
  /** Called when a driver could not be started. */
  failed(error: unknown, driver: string): void
}

/** A driver that could not be started is started again after this time. */
const RETRY_MS = 10_000
/** The start of the server waits no longer than this for a driver. */
const START_MS = 10_000

/** Routes requests to the drivers of their endpoints, and passes on reports with the name of their driver. */
export function createDriverRegistry(drivers: Drivers, { clock, failed }: DriverRegistryOptions) {
  /** The drivers whose last start failed. */
  const broken = new Set<string>()
  const cancelByName = new Map<string, () => void>()
  let isStopped = false

  const startOne = async (name: string, driver: Driver, report: (report: DeviceReport) => void) => {
    try {
      await driver.start(report)
      broken.delete(name)
    } catch (error) {
      broken.add(name)
      failed(error, name)
      if (isStopped) return
      cancelByName.set(
        name,
        clock.after(RETRY_MS, () => void startOne(name, driver, report)),
      )
    }
  }

  /** Resolves when the driver has started or failed to, or when that takes too long. */
  const startInTime = (name: string, driver: Driver, report: (report: DeviceReport) => void) =>
    new Promise<void>((resolve) => {
      const cancelTimer = clock.after(START_MS, resolve)
      void startOne(name, driver, report).then(() => {
        cancelTimer()
        resolve()
      })
    })

  return {
    /** Starts all drivers. One that fails does not keep the others, and is started again later. */
    async start(report: (driver: string, report: DeviceReport) => void): Promise<void> {
      await Promise.all(
        Object.entries(drivers).map(([name, driver]) =>
          startInTime(name, driver, (reported) => report(name, reported)),
        ),
      )
    },
    stop() {
      isStopped = true
      for (const cancel of cancelByName.values()) cancel()
      return runAll(Object.values(drivers).map((driver) => () => driver.stop()))
    },
    clockSetBack() {
      for (const driver of Object.values(drivers)) driver.clockSetBack?.()
    },
    /** Makes drivers that support it report the state of endpoints again. */
    refresh(endpoints: readonly EndpointAddress[], what?: Refreshed) {
      for (const [name, driver] of Object.entries(drivers)) {
        const own = endpoints.filter((endpoint) => endpoint.driver === name)
        if (own.length > 0)
          driver.refresh?.(
            own.map(({ address }) => address),
            what,
          )
      }
    },
    /** Throws a DriverError; `device_unreachable` if this server has no such driver, or it could not be started. */
    async execute(
      { driver: name, address, command }: EndpointRequest,
      options: ExecuteOptions,
    ): Promise<DriverOutcome> {
      const driver = Object.hasOwn(drivers, name) ? drivers[name] : undefined
      if (driver === undefined)
        throw new DriverError('device_unreachable', `there is no driver ${name} for ${address}`)
      if (broken.has(name))
        throw new DriverError('device_unreachable', `the driver ${name} for ${address} could not be started`)
      return driver.execute({ address, command }, options)
    },
  }
}

export type DriverRegistry = ReturnType<typeof createDriverRegistry>
