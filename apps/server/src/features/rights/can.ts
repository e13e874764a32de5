import { type DeviceLinkSpecifier, type LinkAction, PERMISSIONS, type Permission } from '@senca/contract'
import type { LinkLimits } from '@senca/contract/links'

/** A role that somebody gave an account, as far as it is known to lend. */
export interface ReceivedRole {
  id: string
  name: string
  ownerId: string
  ownerEmail: string
  permissions: readonly Permission[]
  /** Its devices, with since when each is among them. */
  devices: ReadonlyMap<string, Date>
  /** Since when the account has it and it is valid. */
  since: Date
  /** Whether it lends now. */
  isActive: boolean
  /** Whether it will never lend again. */
  isOver: boolean
  /** When it ends; null for never. */
  endsAt: Date | null
  /** When it next begins or stops lending, as far as it is known; null for never. */
  changesAt: Date | null
}

/** Somebody who is signed in. */
export interface AccountActor {
  kind: 'account'
  accountId: string
  sessionId: string
  /** What others lend it; absent for nothing, and where nobody has asked. */
  received?: readonly ReceivedRole[]
}

/** A guest who holds a link. */
export interface LinkActor {
  kind: 'link'
  linkId: string
  ownerId: string
  name: string | null
  /** Another one with each PIN that is set, null without: a guest who came in by an earlier one must show the new. */
  pinMark: string | null
  grants: Grants
}

/** Who acts for an account on devices of another one, or for itself with less than it may: by what is granted alone. */
export interface DelegateActor {
  kind: 'scenario' | 'sun' | 'operator'
  /** Of the scenario, the device that follows the sun, or the permission to help. */
  id: string
  /** The account that acts; of a scenario its maker. */
  accountId: string
  /** The session it acts in; scenarios and the sun have none. */
  sessionId: string | null
  ownerId: string
  name: string | null
  grants: Grants
}

/** How much of a device is granted; null for all that the device can. */
export interface DeviceGrant {
  channels: DeviceLinkSpecifier | null
  actions: readonly LinkAction[] | null
  limits: LinkLimits | null
}

/** What an actor is granted of its owner's devices, by device id. Each permission contains view; maintain contains no command. */
export type Grants = ReadonlyMap<string, DeviceGrant & { permissions: readonly Permission[] }>

/** Who opens websockets. */
export type SocketActor = AccountActor | LinkActor

/** Who asks: the one identity of a request, a batch or a socket. An account owns, all others act by grants. */
export type Actor = SocketActor | DelegateActor

/** What may be asked for: the permissions that can be shared, and what stays with the owner. */
export type Verb = Permission | 'own'

/** What the rules need to know of a device. */
export interface Guarded {
  id: string
  ownerId: string | null
}

/** The accounts whose decisions say what an actor may do: its own, and the owners of what it is granted. */
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

/** When time alone next changes what an actor may do; null for never. */
export function changesAtOf(actor: Actor): Date | null {
  const roles = actor.kind === 'account' ? (actor.received ?? []) : []
  return roles.reduce<Date | null>(
    (first, { changesAt }) =>
      changesAt !== null && (first === null || changesAt < first) ? changesAt : first,
    null,
  )
}

/** One text per account or link, for whatever is counted or kept apart by who asks. */
export function principalOf(
  actor:
    | Pick<AccountActor, 'kind' | 'accountId'>
    | Pick<LinkActor, 'kind' | 'linkId'>
    | Pick<DelegateActor, 'kind' | 'id' | 'accountId'>,
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

/** What a link or delegate is granted of a device; undefined for an account, which is lent whole devices, and for nothing. */
export const grantOf = (actor: Actor, deviceId: string) =>
  actor.kind === 'account' ? undefined : actor.grants.get(deviceId)

const CONTAINED: Record<Permission, readonly Permission[]> = {
  view: ['view'],
  command: ['view', 'command'],
  // Who looks after a device tries it out by other means.
  maintain: ['view', 'maintain'],
}

/** The roles of one owner as they are asked for: whether a device is among those of a role takes longest. */
interface RolesOfOwner {
  /** Those that lend now, by what they allow. */
  active: Record<Permission, ReceivedRole[]>
  /** Those that lend now or later, the one that ends last first. */
  lasting: ReceivedRole[]
}
const noRoles = (): RolesOfOwner => ({ active: { view: [], command: [], maintain: [] }, lasting: [] })
const NO_ROLES: Readonly<RolesOfOwner> = noRoles()

/** What was read of an account's roles by who gave them: it is asked about each of many devices. */
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

/** The roles of the owner of a device, of this device or others. */
const allOfOwner = (actor: Actor, { ownerId }: Guarded): Readonly<RolesOfOwner> =>
  actor.kind !== 'account' || actor.received === undefined || ownerId === null
    ? NO_ROLES
    : (byOwnerOf(actor.received).get(ownerId) ?? NO_ROLES)

/** Of the roles that lend a device to an account now or later the one that ends last; null for none. */
export const lastRoleFor = (actor: Actor, device: Guarded): ReceivedRole | null =>
  allOfOwner(actor, device).lasting.find(({ devices }) => devices.has(device.id)) ?? null

const contain = (permissions: readonly Permission[], verb: Permission): boolean =>
  permissions.some((permission) => CONTAINED[permission].includes(verb))

/** The role by which an account does something with a device that is not its own; null for none. */
export const roleUsed = (actor: Actor, verb: Permission, device: Guarded): ReceivedRole | null =>
  allOfOwner(actor, device).active[verb].find(({ devices }) => devices.has(device.id)) ?? null

/** The one rule of who may do what: asked alike by HTTP calls, batches, sockets and feeds. */
export function can(actor: Actor, verb: Verb, device: Guarded): boolean {
  if (device.ownerId === null) return false
  if (actor.kind === 'account' && actor.accountId === device.ownerId) return true
  // What is an owner's alone nobody is lent.
  if (verb === 'own') return false
  // What several roles lend adds up.
  if (actor.kind === 'account') return roleUsed(actor, verb, device) !== null
  return actor.ownerId === device.ownerId && contain(actor.grants.get(device.id)?.permissions ?? [], verb)
}
