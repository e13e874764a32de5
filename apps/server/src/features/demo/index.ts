import type { AccountService } from '#features/accounts/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { createDemoService } from './demo.service.ts'
import { createDemoStore } from './demo.store.ts'
import { createDemoFile } from './demo-file.ts'

export { DEMO_EMAIL } from './demo-plan.ts'

interface DemoOptions {
  accounts: AccountService
  devices: Pick<Devices, 'service' | 'provisioning'>
}

/** The account and the home that everybody may try. */
export const createDemo = ({ config, database }: AppContext, { accounts, devices }: DemoOptions) =>
  createDemoService({
    store: createDemoStore(database.db),
    file: createDemoFile(config.dataDir),
    accounts,
    devices: devices.service,
    provisioning: devices.provisioning,
  })
