import { runAll } from '#platform/run-all.ts'
import {
  type DeviceReport,
  type Driver,
  DriverError,
  type DriverOutcome,
  type DriverRequest,
  type ExecuteOptions,
} from './driver.ts'

/** The drivers by their names: they are part of what is stored about an endpoint. */
export type Drivers = Readonly<Record<string, Driver>>

/** An endpoint among those of all drivers. */
export interface EndpointAddress {
  driver: string
  address: string
}

/** A request for an endpoint of any driver. */
export type EndpointRequest = DriverRequest & EndpointAddress

/** Routes requests to the drivers of their endpoints, and tells whose reports they are. */
export function createDriverRegistry(drivers: Drivers) {
  return {
    async start(report: (driver: string, report: DeviceReport) => void): Promise<void> {
      for (const [name, driver] of Object.entries(drivers)) await driver.start((said) => report(name, said))
    },
    stop: () => runAll(Object.values(drivers).map((driver) => () => driver.stop())),
    /** Has endpoints reported again whose drivers can do that. */
    refresh(endpoints: readonly EndpointAddress[]) {
      for (const [name, driver] of Object.entries(drivers)) {
        const own = endpoints.filter((endpoint) => endpoint.driver === name)
        if (own.length > 0) driver.refresh?.(own.map(({ address }) => address))
      }
    },
    /** Throws a DriverError; `device_unreachable` where this server has no such driver. */
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
