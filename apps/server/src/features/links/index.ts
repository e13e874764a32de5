import type { AccountService } from '#features/accounts/index.ts'
import type { CommandService } from '#features/commands/index.ts'
import type { Devices } from '#features/devices/index.ts'
import { homeNameOf } from '#features/homes/index.ts'
import type { LimitService } from '#features/limits/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { Prove } from '#features/second-factor/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { createSealing } from '#platform/sealing.ts'
import { createAccessListService } from './access-list.service.ts'
import { guestRoutes } from './guest.routes.ts'
import { createGuestService } from './guest.service.ts'
import { createLinkDoors } from './link-doors.ts'
import { createLinkEnds } from './link-ends.ts'
import { createLinkNotices } from './link-notices.ts'
import { linkRoutes } from './links.routes.ts'
import { createLinkService } from './links.service.ts'
import { createLinkStore } from './links.store.ts'
import { createUseStore } from './uses.store.ts'
import { createUses } from './uses.ts'

export type { Opener } from './access-list.service.ts'
export type { GuestService } from './guest.service.ts'
export { sharingFreezes } from './links.schema.ts'
export { removeFromLinks } from './links.store.ts'
export { sharingEvents } from './sharing-events.ts'
export { faultOfGrant } from './terms.ts'

interface GuestsOptions {
  commands: { service: CommandService }
  links: Pick<Links, 'service' | 'access' | 'createGuests'>
}

export type Links = ReturnType<typeof registerLinks>

interface LinksOptions {
  accounts: AccountService
  devices: Pick<Devices, 'service' | 'lookup' | 'rights' | 'shadows' | 'renewLinksBy'>
  limits: LimitService
  notify: Pick<Notify, 'publish'>
  secondFactor: { prove: Prove }
}

/** Registers links, by which owners share devices with the holder of a token. */
export function registerLinks(context: AppContext, options: LinksOptions) {
  const { config, database, clock, logger, runs, everyHour, whenDue, whenSetBack } = context
  const { accounts, limits, notify, secondFactor } = options
  const { service: devices, lookup, rights, shadows, renewLinksBy } = options.devices
  const store = createLinkStore(database.db)
  const sealing = createSealing(config.sessionSecret, 'device links')
  const failed = (error: unknown) => logger.error({ err: error }, 'A background update of links failed')
  const notices = createLinkNotices({ notify, lookup, clock })
  const doors = createLinkDoors({
    store,
    sealing,
    limits,
    shadows,
    clock,
    database,
    blocked: notices.blocked,
  })
  const useStore = createUseStore(database.db)
  const uses = createUses({
    store: useStore,
    clock,
    whenDue,
    notify: rights.changed,
    unlocked: notices.unlocked,
    failed,
  })
  const ends = createLinkEnds({
    rights,
    clock,
    view: doors.view,
    onReportOf: (deviceId, reported) => shadows.onChangeOf(deviceId, reported),
    failed,
  })
  const service = createLinkService({
    store,
    database,
    sealing,
    accounts,
    devices,
    rights,
    shadows,
    prove: secondFactor.prove,
    clock,
  })
  const access = createAccessListService({ store, sealing, accounts, devices, clock })
  renewLinksBy(doors.renew)
  everyHour(() => store.deleteOld(clock.now()))
  whenSetBack(store.setBack)
  whenSetBack(useStore.setBack)
  runs(uses)
  return {
    service,
    access,
    uses,
    onEnded: ends.onEnded,
    /** Creates the service for guests. It needs the commands feature, which itself counts the uses of links. */
    createGuests: (commands: CommandService) =>
      createGuestService({
        doors,
        store,
        devices,
        commands,
        clock,
        homeNameOf: (accountId) => homeNameOf(database.db, accountId),
      }),
  }
}

/** Registers the routes for owners and guests. */
export function registerGuests({ http }: AppContext, { commands, links }: GuestsOptions) {
  const guests = links.createGuests(commands.service)
  http.register(linkRoutes, { links: links.service, access: links.access, guests })
  http.register(guestRoutes, { guests })
  return guests
}
