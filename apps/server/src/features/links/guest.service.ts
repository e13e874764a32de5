import { type CommandResult, type DeviceInfo, type GuestLink, LIMITS } from '@senca/contract'
import { type DeviceOutcome, mergeOutcomes } from '@senca/contract/outcomes'
import type { CommandService, PageOrder } from '#features/commands/index.ts'
import type { DeviceService } from '#features/devices/index.ts'
import type { DeviceGrant, LinkActor, ShownLink } from '#features/rights/index.ts'
import { createSecretToken, hashSecretToken } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Caller } from '#platform/http/caller.ts'
import { type Link, linkActorOf } from './link.ts'
import type { LinkDoors } from './link-doors.ts'
import { linkStateOf, refusalOfUse } from './link-state.ts'
import type { LinkStore } from './links.store.ts'

interface GuestServiceOptions {
  doors: LinkDoors
  store: LinkStore
  devices: Pick<DeviceService, 'info'>
  commands: Pick<CommandService, 'apply' | 'stop'>
  clock: Clock
  /** The name that an account gave its home; null if it has none. */
  homeNameOf(accountId: string): Promise<string | null>
}

/** The devices that a guest wants to command, and the place of the command among those of the page. */
interface GuestRequest {
  deviceIds: readonly string[]
  order: PageOrder | null
}

const perDevice = <T>(link: Link, partOf: (grant: DeviceGrant) => T | null): Record<string, T> =>
  Object.fromEntries(
    link.devices.flatMap(({ deviceId, grant }) => {
      const value = partOf(grant)
      return value === null ? [] : [[deviceId, value] as const]
    }),
  )

/** A link as its guest sees it. */
export const guestLinkOf = (link: Link, token: string, now: Date): GuestLink => ({
  token,
  name: link.name,
  state: linkStateOf(link, now),
  devices: link.devices.map(({ deviceId }) => deviceId),
  deviceSpecifiers: perDevice(link, ({ channels }) => channels),
  multiUse: link.multiUse,
  maxUses: link.maxUses,
  uses: link.uses,
  startsAt: link.startsAt.toISOString(),
  expiresAt: link.expiresAt.toISOString(),
  windows: link.windows,
  timeZone: link.timeZone,
  actions: perDevice(link, ({ actions }) => (actions === null ? null : [...actions])),
  limits: perDevice(link, ({ limits }) => limits),
  hasPin: link.sealedPin !== null,
})

/** The actions of guests with a link. Every call throws what `LinkDoors.open` throws. */
export function createGuestService({
  doors,
  store,
  devices,
  commands,
  clock,
  homeNameOf,
}: GuestServiceOptions) {
  const assertSome = (deviceIds: readonly string[]) => {
    if (deviceIds.length === 0) throw new ApiError('no_commands_found', { key: 'deviceIds' })
  }

  /** If another guest took the last use or the link ended during the call, throws the same error as for a later call. */
  const assertNotTooLate = async (linkId: string, outcomes: readonly DeviceOutcome[]) => {
    const isRefused = outcomes.every(
      (outcome) => outcome.ok === false && outcome.error === 'insufficient_permission',
    )
    if (!isRefused) return
    const link = await store.find(linkId)
    const refusal = link === null ? { key: null } : refusalOfUse(link, clock.now())
    if (refusal?.key === null) throw new ApiError('insufficient_permission')
    if (refusal?.key === 'frozen') throw new ApiError('insufficient_permission', { key: 'frozen' })
  }

  return {
    /** The link without its owner, and the home by the name that the owner gave it. Where it is stays with the owner. */
    async info(shown: ShownLink, caller: Caller): Promise<GuestLink> {
      const { link, token } = await doors.open(shown, caller, 'know')
      const name = await homeNameOf(link.accountId)
      return { ...guestLinkOf(link, token, clock.now()), home: name === null ? null : { name } }
    },

    /** Returns token → info of the devices of the link. */
    async devices(shown: ShownLink, caller: Caller): Promise<Record<string, DeviceInfo>> {
      const { actor } = await doors.open(shown, caller, 'view')
      return devices.info(actor, [...actor.grants.keys()])
    },

    /** Sends one command to devices of the link. Throws `no_commands_found`. */
    async act(
      shown: ShownLink,
      caller: Caller,
      {
        deviceIds,
        action,
        order,
        askedAt,
      }: GuestRequest & { action: Readonly<Record<string, unknown>>; askedAt?: Date },
    ): Promise<CommandResult[]> {
      const { actor } = await doors.open(shown, caller, 'use')
      assertSome(deviceIds)
      const outcomes = await commands.apply(actor, deviceIds, action, {
        isAwaited: false,
        order,
        ...(askedAt === undefined ? {} : { askedAt }),
      })
      await assertNotTooLate(actor.linkId, outcomes)
      return mergeOutcomes(outcomes)
    },

    /** Stops devices of the link. Throws `no_commands_found`. */
    async stop(
      shown: ShownLink,
      caller: Caller,
      { deviceIds, order }: GuestRequest,
    ): Promise<CommandResult[]> {
      const { actor } = await doors.open(shown, caller, 'view')
      assertSome(deviceIds)
      return mergeOutcomes(await commands.stop(actor, deviceIds, { isAwaited: false, order }))
    },

    /** Issues a token for the websocket; it ends with the link. */
    async issueWebsocketToken(shown: ShownLink, caller: Caller): Promise<{ token: string }> {
      const { link } = await doors.open(shown, caller, 'view')
      const token = createSecretToken()
      const expiresAt = new Date(clock.now().getTime() + LIMITS.WEBSOCKET_TOKEN_TTL_S * 1_000)
      if (!(await store.insertToken(hashSecretToken(token), link, expiresAt)))
        throw new ApiError('insufficient_permission')
      return { token }
    },

    /** Returns the link and the expiry of a websocket token, or null. */
    async identifyWebsocketToken(token: string): Promise<{ actor: LinkActor; expiresAt: Date } | null> {
      const found = await store.findToken(hashSecretToken(token), clock.now())
      if (found === null) return null
      const [link, view] = await Promise.all([store.find(found.linkId), doors.view(found.linkId)])
      if (link === null || !view.ok) return null
      return { actor: linkActorOf(link, true), expiresAt: found.expiresAt }
    },
  }
}

export type GuestService = ReturnType<typeof createGuestService>
