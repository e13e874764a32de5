import type { DeviceLinkSpecifier, LinkAction, Permission } from '@senca/contract'
import type { LinkLimits } from '@senca/contract/links'

/** Somebody who is signed in. */
export interface AccountActor {
  kind: 'account'
  accountId: string
  sessionId: string
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
  kind: 'role' | 'scenario' | 'sun' | 'operator'
  /** Of the role, the scenario, the device that follows the sun, or the permission to help. */
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

/** The account in whose home an actor stands: its own, or that of the owner of what it is granted. */
export const homeOf = (
  actor: Pick<AccountActor, 'kind' | 'accountId'> | Pick<LinkActor | DelegateActor, 'kind' | 'ownerId'>,
) => (actor.kind === 'account' ? actor.accountId : actor.ownerId)

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

/** What an actor is granted of a device; undefined for an account, which owns, and for nothing. */
export const grantOf = (actor: Actor, deviceId: string) =>
  actor.kind === 'account' ? undefined : actor.grants.get(deviceId)

/** The one rule of who may do what: asked alike by HTTP calls, batches, sockets and feeds. */
export function can(actor: Actor, verb: Verb, device: Guarded): boolean {
  if (device.ownerId === null || device.ownerId !== homeOf(actor)) return false
  if (actor.kind === 'account') return true
  const permissions = grantOf(actor, device.id)?.permissions ?? []
  return verb === 'view' ? permissions.length > 0 : permissions.some((permission) => permission === verb)
}
