import type { DeviceType } from '@senca/contract'
import type { DriverSupervisor } from '#drivers/driver-supervisor.ts'
import type { Queries } from '#platform/postgres/database.ts'
import type { Sealing } from '#platform/sealing.ts'
import type { Device } from '../registry/device-row.ts'
import type { Endpoints } from '../registry/endpoints.ts'
import type { EntityDeviceStore } from '../registry/entity-devices.store.ts'

interface EntitySettingsOptions {
  endpoints: Pick<Endpoints, 'of' | 'isOfEntities'>
  drivers: Pick<DriverSupervisor, 'find'>
  store: Pick<EntityDeviceStore, 'setCode'>
  codes: Sealing
}

/** What the settings of devices of other makers need beside their row: the server keeps them, and the hardware is sent none. */
export function createEntitySettings({ endpoints, drivers, store, codes }: EntitySettingsOptions) {
  const inspected = (deviceId: string) =>
    Promise.all(
      endpoints.of(deviceId).map(async ({ driver, address }) => drivers.find(driver)?.inspect?.(address)),
    )
  return {
    appliesTo: endpoints.isOfEntities,
    /** The types that all entities of a device may have. */
    async typesOf(deviceId: string): Promise<ReadonlySet<DeviceType>> {
      const [first, ...others] = (await inspected(deviceId)).map((description) => description?.types ?? [])
      return new Set(first?.filter((type) => others.every((types) => types.includes(type))))
    },
    /** Stores the code of the lock of a device; null for none. */
    setCode: (queries: Queries, { id, ownerId }: Pick<Device, 'id' | 'ownerId'>, code: string | null) =>
      store.setCode(queries, id, code === null ? null : codes.seal(code, ownerId ?? '')),
    /** Resolves when commands and reports follow the stored settings. */
    async stored(deviceId: string): Promise<void> {
      await Promise.all(
        endpoints.of(deviceId).map(({ driver, address }) => drivers.find(driver)?.settingsStored?.(address)),
      )
    },
  }
}

export type EntitySettings = ReturnType<typeof createEntitySettings>
