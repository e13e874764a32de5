import type { AppContext } from '#platform/app-context.ts'
import type { Devices } from '../register-devices.ts'
import type { SeeThrough } from './maintenance.service.ts'
import { settingsRoutes } from './settings.routes.ts'

interface DeviceSettingsOptions {
  commands: { seeThrough: SeeThrough }
  devices: Pick<Devices, 'settings' | 'createMaintenance'>
}

/** Registers the routes for names, saved positions, settings, calibrations and restarts. */
export function registerDeviceSettings({ http }: AppContext, { commands, devices }: DeviceSettingsOptions) {
  const maintenance = devices.createMaintenance(commands.seeThrough)
  http.register(settingsRoutes, { settings: devices.settings, maintenance })
  // A request that waits for a device would delay the shutdown of the server.
  http.addHook('preClose', async () => maintenance.stop())
}
