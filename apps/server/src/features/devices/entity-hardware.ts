import type { DeviceInfo } from '@senca/contract'
import type { DeviceHardware, Limitation } from '@senca/contract/discovery'
import type { HardwareDescription } from '#drivers/driver.ts'
import type { DriverSupervisor } from '#drivers/driver-supervisor.ts'
import type { Endpoint, Endpoints } from './registry/endpoints.ts'

interface EntityHardwareOptions {
  endpoints: Pick<Endpoints, 'of' | 'isOfEntities'>
  drivers: Pick<DriverSupervisor, 'find'>
}

const isDescribed = (part: {
  description: HardwareDescription | null
}): part is {
  description: HardwareDescription
} => part.description !== null

/** Returns what the owner of a device sees of its hardware, if that is of other makers; its shadow must be loaded. */
export function createHardwareOf({ endpoints, drivers }: EntityHardwareOptions) {
  const partsOf = (deviceId: string) =>
    Promise.all(
      endpoints.of(deviceId).map(async ({ driver, address, part }: Endpoint) => ({
        id: address.slice(address.indexOf('/') + 1),
        part,
        description: (await drivers.find(driver)?.inspect?.(address)) ?? null,
      })),
    )

  return async (
    deviceId: string,
  ): Promise<Pick<DeviceInfo, 'hardware' | 'confirmation' | 'limitations'> | null> => {
    if (!endpoints.isOfEntities(deviceId)) return null
    const parts = await partsOf(deviceId)
    const main = parts.find(isDescribed)?.description ?? null
    const entities = parts.flatMap(({ id, part, description }) =>
      part === null
        ? []
        : [
            {
              id,
              part,
              available: description?.available ?? false,
              announced: description?.announced ?? false,
            },
          ],
    )
    const limitations = parts.flatMap(({ description }): Limitation[] =>
      (description?.limitations ?? []).map(({ code, part = null, detail }) => ({ code, part, detail })),
    )
    const { source = 'home-assistant', manufacturer = null, model = null, sw = null } = main ?? {}
    const hardware: DeviceHardware = { source, manufacturer, model, sw, entities }
    return { hardware, confirmation: main?.confirmation ?? 'none', limitations }
  }
}
