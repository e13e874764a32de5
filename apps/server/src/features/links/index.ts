import type { AccountService } from '#features/accounts/index.ts'
import type { CommandService } from '#features/commands/index.ts'
import type { DeviceService, Shadows } from '#features/devices/index.ts'
import type { LimitService } from '#features/limits/index.ts'
import type { RightsIndex } from '#features/rights/index.ts'
import type { Prove } from '#features/second-factor/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { EventBus } from '#platform/events/event-bus.ts'
import type { Logger } from '#platform/logger.ts'
import type { Database } from '#platform/postgres/database.ts'
import { createSealing } from '#platform/sealing.ts'
import { createAccessListService } from './access-list.service.ts'
import { createGuestService } from './guest.service.ts'
import { createLinkDoors } from './link-doors.ts'
import { createLinkEnds } from './link-ends.ts'
import { createLinkService } from './links.service.ts'
import { createLinkStore } from './links.store.ts'
import { createSharingEvents } from './sharing-events.ts'
import { createUseStore } from './uses.store.ts'
import { createUses } from './uses.ts'

export { guestRoutes } from './guest.routes.ts'
export { linkRoutes } from './links.routes.ts'
export { takeOutOfLinks } from './links.store.ts'
export type { SharingEvents } from './sharing-events.ts'

interface LinksOptions {
  database: Database
  bus: EventBus
  sessionSecret: string
  clock: Clock
  logger: Logger
  accounts: AccountService
  devices: DeviceService
  rights: RightsIndex
  shadows: Shadows
  limits: LimitService
  prove: Prove
}

/** Links: what owners lend to the holder of a token. */
export function createLinks(options: LinksOptions) {
  const { database, bus, sessionSecret, clock, logger, accounts, devices, rights, shadows, limits, prove } =
    options
  const store = createLinkStore(database.db)
  const sealing = createSealing(sessionSecret, 'device links')
  const failed = (error: unknown) => logger.error({ err: error }, 'Links could not be looked after')
  const sharing = createSharingEvents(bus)
  const doors = createLinkDoors({ store, sealing, limits, shadows, clock })
  const uses = createUses({ store: createUseStore(database.db), clock, tell: rights.changed, failed })
  const ends = createLinkEnds({
    rights,
    clock,
    look: doors.look,
    onReportOf: (deviceId, reported) => shadows.onChangeOf(deviceId, reported),
    failed,
  })
  return {
    service: createLinkService({
      store,
      database,
      sealing,
      accounts,
      devices,
      rights,
      sharing,
      shadows,
      prove,
      clock,
    }),
    sharing,
    access: createAccessListService({ store, sealing, accounts, devices, clock }),
    renew: doors.renew,
    uses,
    onEnded: ends.onEnded,
    /** What guests do; made once there are commands, which themselves count the uses of links. */
    createGuests: (commands: CommandService) =>
      createGuestService({ doors, store, devices, commands, clock }),
    forgetOld: () => store.deleteOld(clock.now()),
    start: uses.start,
    stop: uses.stop,
  }
}
