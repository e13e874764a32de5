import type { AccountService } from '#features/accounts/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { ListeningAt } from '#platform/mqtt/broker.ts'
import { reachableAddress } from '#platform/mqtt/broker-address.ts'
import { deviceSetupRoutes } from './device-setup.routes.ts'
import { createDeviceSetupService } from './device-setup.service.ts'
import { createSetupCodeStore } from './setup-codes.store.ts'

interface DeviceSetupOptions {
  accounts: Pick<AccountService, 'assertConfirmed' | 'find'>
  devices: Pick<Devices, 'service' | 'registry' | 'nameKeysOf' | 'offerSetupCodesTo'>
}

/** Registers the setup of devices that have no Wi-Fi yet. */
export function registerDeviceSetup(context: AppContext, { accounts, devices }: DeviceSetupOptions) {
  const { config, database, clock, http, everyHour } = context
  const store = createSetupCodeStore(database.db)
  let brokerAddress: ListeningAt = config.mqtt
  const setup = createDeviceSetupService({
    store,
    database,
    accounts,
    devices,
    clock,
    address() {
      const { host, port, tlsPort } = brokerAddress
      const isTls = tlsPort !== undefined
      return { ...reachableAddress(config.publicUrl, { host, port: isTls ? tlsPort : port }), tls: isTls }
    },
  })
  devices.offerSetupCodesTo(setup.offered)
  everyHour(() => store.deleteOld(clock.now()))
  http.register(deviceSetupRoutes, { setup })

  return {
    /** Called when the broker for devices is listening. */
    brokerListens(address: ListeningAt) {
      brokerAddress = address
    },
  }
}
