import type { DeviceInfo } from '@senca/contract'
import type { DeviceHardware, Limitation } from '@senca/contract/discovery'
import type { HardwareDescription } from '#drivers/driver.ts'
import type { DriverSupervisor } from '#drivers/driver-supervisor.ts'
import type { Endpoint, Endpoints } from './registry/endpoints.ts'

interface EntityHardwareOptions {
  endpoints: Pick<Endpoints, 'of' | 'isOfEntities'>
  drivers: Pick<DriverSupervisor, 'find'>
  /** Loads the shadows and endpoints of devices. */
  load(deviceIds: readonly string[]): Promise<void>
}

const isDescribed = (part: {
  description: HardwareDescription | null
}): part is {
  description: HardwareDescription
} => part.description !== null

type EntityHardware = Pick<DeviceInfo, 'hardware' | 'confirmation' | 'limitations'>

/** What the owner of a device sees of its hardware; null if that is not of other makers. */
export type HardwareOf = (deviceId: string) => EntityHardware | null

export function createReadHardware({ endpoints, drivers, load }: EntityHardwareOptions) {
  const partsOf = (deviceId: string) =>
    Promise.all(
      endpoints.of(deviceId).map(async ({ driver, address, part }: Endpoint) => ({
        id: address.slice(address.indexOf('/') + 1),
        part,
        description: (await drivers.find(driver)?.inspect?.(address)) ?? null,
      })),
    )

  const describe = async (deviceId: string): Promise<EntityHardware> => {
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

  /** Reads what is known now of the hardware of these devices. */
  return async (deviceIds: readonly string[]): Promise<HardwareOf> => {
    await load(deviceIds)
    const described = await Promise.all(
      deviceIds
        .filter(endpoints.isOfEntities)
        .map(async (deviceId) => [deviceId, await describe(deviceId)] as const),
    )
    const hardwareById = new Map(described)
    return (deviceId) => hardwareById.get(deviceId) ?? null
  }
}
