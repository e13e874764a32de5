import type { AccountService } from '#features/accounts/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { GroupService } from '#features/groups/index.ts'
import type { HomeService } from '#features/homes/index.ts'
import type { Links } from '#features/links/index.ts'
import type { MomentService } from '#features/moments/index.ts'
import type { ScenarioService } from '#features/scenarios/index.ts'
import type { WeatherService } from '#features/weather/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { createDemoService } from './demo.service.ts'
import { createDemoStore } from './demo.store.ts'
import { createDemoFile } from './demo-file.ts'

export { DEMO_ACCOUNT } from './demo-plan.ts'

interface DemoOptions {
  accounts: AccountService
  devices: Pick<Devices, 'service' | 'provisioning'>
  groups: GroupService
  homes: HomeService
  links: Pick<Links, 'service'>
  moments: MomentService
  scenarios: ScenarioService
  weather: Pick<WeatherService, 'makeHookKey' | 'isHookKeyOf'>
}

/** Creates the account and the home that everybody may try. */
export const createDemo = (
  { clock, config, database, logger }: AppContext,
  { accounts, devices, groups, homes, links, moments, scenarios, weather }: DemoOptions,
) =>
  createDemoService({
    store: createDemoStore(database.db),
    file: createDemoFile(config.dataDir),
    accounts,
    devices: devices.service,
    groups,
    homes,
    links: links.service,
    moments,
    scenarios,
    provisioning: devices.provisioning,
    stations: weather,
    clock,
    refused: (name, { code }) => logger.warn({ name, code }, 'A part of the demo home could not be made'),
  })
