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

/** Routes requests to the drivers of their endpoints, and passes on reports with the name of their driver. */
export function createDriverRegistry(drivers: Drivers) {
  return {
    async start(report: (driver: string, report: DeviceReport) => void): Promise<void> {
      for (const [name, driver] of Object.entries(drivers)) await driver.start((said) => report(name, said))
    },
    stop: () => runAll(Object.values(drivers).map((driver) => () => driver.stop())),
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
    /** Throws a DriverError; `device_unreachable` if this server has no such driver. */
    async execute(
      { driver: name, address, command }: EndpointRequest,
      options: ExecuteOptions,
    ): Promise<DriverOutcome> {
      const driver = Object.hasOwn(drivers, name) ? drivers[name] : undefined
      if (driver === undefined)
        throw new DriverError('device_unreachable', `there is no driver ${name} for ${address}`)
      return driver.execute({ address, command }, options)
    },
  }
}

export type DriverRegistry = ReturnType<typeof createDriverRegistry>
