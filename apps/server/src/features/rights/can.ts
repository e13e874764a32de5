import { type DeviceLinkSpecifier, type LinkAction, PERMISSIONS, type Permission } from '@senca/contract'
import type { BridgeKind, BridgeScope, BridgeUnlock } from '@senca/contract/bridges'
import type { LinkLimits } from '@senca/contract/links'

/** A role that somebody gave to an account. */
export interface ReceivedRole {
  id: string
  name: string
  ownerId: string
  ownerEmail: string
  permissions: readonly Permission[]
  /** The devices of the role, each with the time since when it belongs to the role. */
  devices: ReadonlyMap<string, Date>
  /** Since when the account has the role and the role is valid. */
  since: Date
  /** Whether the role is in effect now. */
  isActive: boolean
  /** Whether the role will never be in effect again. */
  isOver: boolean
  /** When the role ends; null for never. */
  endsAt: Date | null
  /** When the role next begins or stops to be in effect, as far as known; null for never. */
  changesAt: Date | null
}

/** A signed-in account. */
export interface AccountActor {
  kind: 'account'
  accountId: string
  sessionId: string
  /** The roles that the account received; absent if there are none or they have not been read. */
  received?: readonly ReceivedRole[]
}

/** A guest with a link. */
export interface LinkActor {
  kind: 'link'
  linkId: string
  ownerId: string
  name: string | null
  /** Changes whenever a PIN is set; null without a PIN. A guest who entered an earlier PIN must enter the new one. */
  pinMark: string | null
  grants: Grants
}

interface Delegate<Kind extends string> {
  kind: Kind
  /** The id of the scenario, of the device that follows the sun, of the operator's permission, or of the bridge. */
  id: string
  /** The account that acts; for a scenario its author, for a bridge its maker. */
  accountId: string
  /** The session in which it acts; null for scenarios, the sun and bridges. */
  sessionId: string | null
  ownerId: string
  name: string | null
  grants: Grants
  /** Whether a person started it just now. Absent for what happens by itself. */
  isByHand?: boolean
}

/** Acts for an account with granted rights only: on devices of another account, or on its own with limited rights. */
export type DelegateActor = Delegate<'scenario' | 'sun' | 'operator'>

/** The scope of a call: what a bridge is given, or what the process of a Matter bridge alone may do. */
export type CallScope = BridgeScope | 'matter:node'

/** An app or a script that acts for its maker. */
export interface BridgeActor extends Delegate<'bridge'> {
  bridgeKind: BridgeKind
  /** The doors that it may unlock: with a PIN, or by asking a person. */
  unlocks: ReadonlyMap<string, BridgeUnlock>
  /** The ecosystem or client through which it acts; null if nothing says so. */
  via: string | null
  /** The groups of calls that it may make. */
  scopes: readonly CallScope[]
  /** Its terms allow nothing now: it is frozen, outside its hours or has not begun. */
  isPaused: boolean
  /** The hash of its secret that works now; a socket ends when that is replaced. */
  tokenHash: string
  /** When it next begins or stops to be in effect by time alone; null for never. */
  changesAt: Date | null
}

/** Who may call what accounts can: an account, or a bridge with what it is granted. */
export type CallActor = AccountActor | BridgeActor

/** The granted part of a device; null for everything that the device can do. */
export interface DeviceGrant {
  channels: DeviceLinkSpecifier | null
  actions: readonly LinkAction[] | null
  limits: LinkLimits | null
}

/**
 * What an actor may do with devices of their owner, by device id. Each permission includes view; maintain does not include
 * command.
 */
export type Grants = ReadonlyMap<string, DeviceGrant & { permissions: readonly Permission[] }>

/** The actors that can open websockets. */
export type SocketActor = AccountActor | LinkActor | BridgeActor

/** The identity behind a request, a batch or a socket. An account acts by ownership and roles, all others by grants. */
export type Actor = SocketActor | DelegateActor

/** What an actor can ask for: a permission that can be shared, or `own`, which only the owner has. */
export type Verb = Permission | 'own'

/** The properties of a device on which the access rules depend. */
export interface Guarded {
  id: string
  ownerId: string | null
}

/** The accounts whose decisions determine what an actor may do: its own account and the owners of shared devices. */
export function homesOf(actor: Actor): ReadonlySet<string> {
  switch (actor.kind) {
    case 'account':
      return new Set([actor.accountId, ...(actor.received ?? []).map(({ ownerId }) => ownerId)])
    case 'link':
      return new Set([actor.ownerId])
    default:
      return new Set([actor.ownerId, actor.accountId])
  }
}

/** When the rights of an actor next change by time alone; null for never. */
export function changesAtOf(actor: Actor): Date | null {
  if (actor.kind === 'bridge') return actor.changesAt
  const roles = actor.kind === 'account' ? (actor.received ?? []) : []
  return roles.reduce<Date | null>(
    (first, { changesAt }) =>
      changesAt !== null && (first === null || changesAt < first) ? changesAt : first,
    null,
  )
}

/** Whether an actor acts for the owner of a device: the owner, and what the owner has automated. A guest never does. */
export const isOfOwner = (actor: Actor, { ownerId }: Pick<Guarded, 'ownerId'>): boolean =>
  actor.kind !== 'link' && actor.accountId === ownerId

/** A key for each account or link, used to count or separate things by actor. */
export function principalOf(
  actor:
    | Pick<AccountActor, 'kind' | 'accountId'>
    | Pick<LinkActor, 'kind' | 'linkId'>
    | Pick<DelegateActor | BridgeActor, 'kind' | 'id' | 'accountId'>,
): string {
  switch (actor.kind) {
    case 'account':
      return `account ${actor.accountId}`
    case 'link':
      return `link ${actor.linkId}`
    default:
      return `${actor.kind} ${actor.id} ${actor.accountId}`
  }
}

/**
 * What a link or delegate may do with a device. Undefined for an account, which always gets whole devices, and if nothing is
 * granted.
 */
export const grantOf = (actor: Actor, deviceId: string) =>
  actor.kind === 'account' ? undefined : actor.grants.get(deviceId)

const CONTAINED: Record<Permission, readonly Permission[]> = {
  view: ['view'],
  command: ['view', 'command'],
  // Maintenance has its own test movements and does not need commands.
  maintain: ['view', 'maintain'],
}

/** An index of the roles of one owner. Searching the devices of a role is the slowest step. */
interface RolesOfOwner {
  /** The roles in effect now, by permission. */
  active: Record<Permission, ReceivedRole[]>
  /** The roles in effect now or later. The one that ends last comes first. */
  lasting: ReceivedRole[]
}
const noRoles = (): RolesOfOwner => ({ active: { view: [], command: [], maintain: [] }, lasting: [] })
const NO_ROLES: Readonly<RolesOfOwner> = noRoles()

/** Caches the index for an account's roles, because it is used for each of many devices. */
const rolesByOwner = new WeakMap<readonly ReceivedRole[], ReadonlyMap<string, RolesOfOwner>>()

const endOf = ({ endsAt }: ReceivedRole): number => endsAt?.getTime() ?? Number.MAX_VALUE

function byOwnerOf(received: readonly ReceivedRole[]): ReadonlyMap<string, RolesOfOwner> {
  const known = rolesByOwner.get(received)
  if (known !== undefined) return known
  const byOwner = new Map<string, RolesOfOwner>()
  for (const role of received) {
    const others = byOwner.get(role.ownerId) ?? noRoles()
    byOwner.set(role.ownerId, others)
    for (const verb of PERMISSIONS)
      if (role.isActive && contain(role.permissions, verb)) others.active[verb].push(role)
    if (!role.isOver) others.lasting.push(role)
  }
  for (const { lasting } of byOwner.values()) lasting.sort((a, b) => endOf(b) - endOf(a))
  rolesByOwner.set(received, byOwner)
  return byOwner
}

/** All roles that the owner of a device gave to the actor. */
const allOfOwner = (actor: Actor, { ownerId }: Pick<Guarded, 'ownerId'>): Readonly<RolesOfOwner> =>
  actor.kind !== 'account' || actor.received === undefined || ownerId === null
    ? NO_ROLES
    : (byOwnerOf(actor.received).get(ownerId) ?? NO_ROLES)

/** The role that shares a device with the actor the longest, now or later; null if there is none. */
export const lastRoleFor = (actor: Actor, device: Guarded): ReceivedRole | null =>
  allOfOwner(actor, device).lasting.find(({ devices }) => devices.has(device.id)) ?? null

const contain = (permissions: readonly Permission[], verb: Permission): boolean =>
  permissions.some((permission) => CONTAINED[permission].includes(verb))

/** The role by which an account may do something with a device of somebody else; null if there is none. */
export const roleUsed = (actor: Actor, verb: Permission, device: Guarded): ReceivedRole | null =>
  allOfOwner(actor, device).active[verb].find(({ devices }) => devices.has(device.id)) ?? null

/** Whether the owner of a home shares any of its devices with the actor now. */
export const isSharedBy = (actor: Actor, ownerId: string): boolean =>
  allOfOwner(actor, { ownerId }).active.view.length > 0

/** The access rule for everything: HTTP calls, batches, sockets and feeds. */
export function can(actor: Actor, verb: Verb, device: Guarded): boolean {
  if (device.ownerId === null) return false
  if (actor.kind === 'account' && actor.accountId === device.ownerId) return true
  // Rights of the owner cannot be shared.
  if (verb === 'own') return false
  // The permissions of several roles add up.
  if (actor.kind === 'account') return roleUsed(actor, verb, device) !== null
  return actor.ownerId === device.ownerId && contain(actor.grants.get(device.id)?.permissions ?? [], verb)
}
