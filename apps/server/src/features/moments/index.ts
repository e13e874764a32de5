import type { CommandService } from '#features/commands/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { Realtime } from '#features/realtime/index.ts'
import type { ScenarioService } from '#features/scenarios/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { createMomentActs } from './moment-acts.ts'
import { momentEvents } from './moment-events.ts'
import { momentRoutes } from './moments.routes.ts'
import { createMomentService } from './moments.service.ts'
import { createMomentStore } from './moments.store.ts'

export type MomentService = ReturnType<typeof createMomentService>
export { removeFromMoments } from './moments.store.ts'

interface MomentsOptions {
  commands: { service: CommandService; partsAsked(deviceId: string): readonly string[] }
  devices: Pick<Devices, 'service' | 'shadows' | 'capabilitiesOf'>
  realtime: Realtime
  scenarios: ScenarioService
}

/** Registers moments: one key for scenarios and acts of the whole home. */
export function registerMoments(
  { database, http, runs }: AppContext,
  { commands, devices, realtime, scenarios }: MomentsOptions,
) {
  const moments = createMomentService({
    store: createMomentStore(database.db),
    scenarios,
    carryOut: createMomentActs({
      devices: devices.service,
      shadows: devices.shadows,
      capabilitiesOf: devices.capabilitiesOf,
      commands: commands.service,
      partsAsked: commands.partsAsked,
    }),
  })
  let unfollow = () => {}
  runs({
    async start() {
      unfollow = await momentEvents.follow(database, (accountIds) => {
        for (const accountId of accountIds) realtime.publish('moments.updated', { accountId }, {})
      })
    },
    stop: () => unfollow(),
  })
  http.register(momentRoutes, { moments })
  return moments
}
