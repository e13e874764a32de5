import { kindOf, LIMITS, LINK_ACTIONS_OF } from '@senca/contract'
import { type Interval, openIntervals } from '@senca/contract/link-windows'
import type { AccessEntry, AccessUnlock, LinkWindow } from '@senca/contract/links'
import type { AccountService } from '#features/accounts/index.ts'
import type { Device, DeviceService } from '#features/devices/index.ts'
import { type CallActor, can } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import { createKeyedQueue } from '#platform/keyed-queue.ts'
import type { Sealing } from '#platform/sealing.ts'
import type { Link, SharedDevice } from './link.ts'
import { linkStateOf } from './link-state.ts'
import { tokenOf } from './links.service.ts'
import type { LinkStore } from './links.store.ts'

const AHEAD_MS = 7 * 86_400_000
/** The limits of one account: the number of calls, including the running one, and how long a call waits. */
const MAX_IN_LINE = 10
const MAX_WAIT_MS = 5_000

interface AccessListOptions {
  store: Pick<LinkStore, 'list'>
  sealing: Sealing
  accounts: Pick<AccountService, 'find'>
  devices: Pick<DeviceService, 'findAll' | 'list'>
  clock: Clock
}

/** Who can open devices beside links, reduced to what is needed to know it: the users of a role, or a bridge. A null time means no limit. */
export interface Opener {
  kind: 'role' | 'bridge'
  id: string
  /** The e-mail addresses of the users, or the name of the bridge. */
  names: readonly string[]
  deviceIds: readonly string[]
  /** How a bridge unlocks these doors; absent where it moves shades. */
  unlock?: AccessUnlock
  validAfter: Date | null
  validBefore: Date | null
  windows: readonly LinkWindow[] | null
  timeZone: string | null
  isFrozen: boolean
}

/** Whether a grant opens a device. For a door this means its lock, for any other device its main function. */
function opens({ grant: { actions } }: SharedDevice, { type }: Device): boolean {
  const { family } = kindOf(type)
  if (actions === null) return true
  const opening = family === 'door' ? (['unlock'] as const) : LINK_ACTIONS_OF[family]
  return opening.some((action) => actions.includes(action))
}

const written = ({ from, until }: Interval) => ({ from: from.toISOString(), until: until.toISOString() })

/** Lists who can open the devices of an owner: accounts, bridges and links in one list, with schedules resolved into times. */
export function createAccessListService({ store, sealing, accounts, devices, clock }: AccessListOptions) {
  const openersOf: ((accountId: string) => Promise<readonly Opener[]>)[] = []
  const queued = createKeyedQueue({ clock, limit: MAX_IN_LINE, timeoutMs: MAX_WAIT_MS })

  /** Devices of the owner who asks, or those that a bridge is granted. Throws `device_not_exist`, `insufficient_permission`. */
  const findOwn = async (actor: CallActor, ids: readonly string[]): Promise<Device[]> => {
    // The list is also available for a device that is being removed, which may only be viewed.
    const found = await devices.findAll(actor, 'view', ids)
    return [...found].map(([deviceId, result]) => {
      if (!result.ok) throw new ApiError(result.error, { deviceId })
      if (!can(actor, actor.kind === 'bridge' ? 'view' : 'own', result.device))
        throw new ApiError('insufficient_permission', { deviceId })
      return result.device
    })
  }

  /** Null for a link that opens none of the devices, or will never do so again. */
  const entryOf = (link: Link, deviceById: ReadonlyMap<string, Device>, now: Date): AccessEntry | null => {
    const state = linkStateOf(link, now)
    const opened = link.devices.filter((shared) => {
      const device = deviceById.get(shared.deviceId)
      return device !== undefined && opens(shared, device)
    })
    if (opened.length === 0 || state === 'expired' || state === 'spent') return null
    const from = link.startsAt > now ? link.startsAt : now
    const ahead = new Date(now.getTime() + AHEAD_MS)
    const until = link.expiresAt < ahead ? link.expiresAt : ahead
    const windows = state === 'paused' ? [] : openIntervals(link.windows, link.timeZone, { from, until })
    const more = windows.length - LIMITS.ACCESS_WINDOWS
    return {
      kind: 'link',
      id: tokenOf(sealing, link),
      name: link.name,
      now: windows[0]?.from.getTime() === now.getTime(),
      windows: windows.slice(0, LIMITS.ACCESS_WINDOWS).map(written),
      ...(more > 0 ? { moreWindows: more } : {}),
      devices: opened.map(({ deviceId }) => deviceId),
      revocable: true,
      state,
      expiresAt: link.expiresAt.toISOString(),
    }
  }

  /** One entry for each name; none if it opens none of the devices, or will never do so again. */
  const entriesOfOpener = (
    { kind, id, names, unlock, validAfter, validBefore, timeZone, isFrozen, ...opener }: Opener,
    deviceById: ReadonlyMap<string, Device>,
    now: Date,
  ): AccessEntry[] => {
    const family = unlock === undefined ? 'shade' : 'door'
    const opened = opener.deviceIds.filter((deviceId) => {
      const device = deviceById.get(deviceId)
      return device !== undefined && (kind === 'role' || kindOf(device.type).family === family)
    })
    if (opened.length === 0 || (validBefore !== null && validBefore <= now)) return []
    const isUpcoming = validAfter !== null && validAfter > now
    const ahead = new Date(now.getTime() + AHEAD_MS)
    const span = {
      from: isUpcoming ? validAfter : now,
      until: validBefore !== null && validBefore < ahead ? validBefore : ahead,
    }
    const windows = isFrozen ? [] : openIntervals([...(opener.windows ?? [])], timeZone ?? 'UTC', span)
    const more = windows.length - LIMITS.ACCESS_WINDOWS
    return names.map((name) => ({
      kind,
      id,
      name,
      now: windows[0]?.from.getTime() === now.getTime(),
      windows: windows.slice(0, LIMITS.ACCESS_WINDOWS).map(written),
      ...(more > 0 ? { moreWindows: more } : {}),
      devices: opened,
      revocable: true,
      ...(unlock === undefined ? {} : { unlock }),
      state: isFrozen ? 'paused' : isUpcoming ? 'upcoming' : 'active',
      ...(validBefore === null ? {} : { expiresAt: validBefore.toISOString() }),
    }))
  }

  const entriesOf = async (
    actor: CallActor,
    deviceIds: readonly string[] | undefined,
  ): Promise<AccessEntry[]> => {
    const self = actor.kind === 'bridge' ? actor : { ...actor, received: [] }
    const asked = deviceIds ?? Object.keys(await devices.list(self))
    const own = await findOwn(actor, asked)
    const now = clock.now()
    const email = (await accounts.find(actor.accountId))?.email ?? null
    const always = { from: now, until: new Date(now.getTime() + AHEAD_MS) }
    const owner: AccessEntry = {
      kind: 'owner',
      id: actor.accountId,
      name: email,
      now: true,
      windows: [written(always)],
      devices: own.map(({ id }) => id),
      revocable: false,
    }
    const deviceById = new Map(own.map((device) => [device.id, device]))
    const links = await store.list(actor.accountId)
    const openers = await Promise.all(openersOf.map((list) => list(actor.accountId)))
    return [
      owner,
      ...openers.flat().flatMap((opener) => entriesOfOpener(opener, deviceById, now)),
      ...links.flatMap((link) => {
        const entry = entryOf(link, deviceById, now)
        if (entry === null) return []
        // A token opens devices, so no bridge reads it.
        return actor.kind === 'bridge' ? { ...entry, id: link.id } : entry
      }),
    ]
  }

  return {
    /** Adds how to read who else can open devices of an account: the users of its roles, and its bridges. */
    addOpeners(list: (accountId: string) => Promise<readonly Opener[]>) {
      openersOf.push(list)
    },

    /**
     * Lists access to some or all of the actor's devices. Runs one call of an account at a time, because each call resolves the
     * schedules of all its links. Throws `device_not_exist`, `insufficient_permission`, and `too_many_requests` if too many calls
     * of the account wait.
     */
    async list(actor: CallActor, deviceIds: readonly string[] | undefined): Promise<AccessEntry[]> {
      const entries = await queued(actor.accountId, () => entriesOf(actor, deviceIds))
      if (entries === null)
        throw new ApiError('too_many_requests', { retryAfterSeconds: MAX_WAIT_MS / 1_000 })
      return entries
    },
  }
}

export type AccessListService = ReturnType<typeof createAccessListService>
