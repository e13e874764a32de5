import type { AccountService } from '#features/accounts/index.ts'
import type { DeviceService, Provisioning } from '#features/devices/index.ts'
import type { Database } from '#platform/postgres/database.ts'
import { createDemoService } from './demo.service.ts'
import { createDemoStore } from './demo.store.ts'
import { createDemoFile } from './demo-file.ts'

export { DEMO_EMAIL } from './demo-plan.ts'

interface DemoOptions {
  database: Database
  /** Absolute. */
  dataDir: string
  accounts: AccountService
  devices: DeviceService
  provisioning: Provisioning
}

/** The account and the home that everybody may try. */
export const createDemo = ({ database, dataDir, ...features }: DemoOptions) =>
  createDemoService({ store: createDemoStore(database.db), file: createDemoFile(dataDir), ...features })
