import type { DeviceLinkSpecifier, LinkAction, LinkLimits, Permission } from '@senca/contract'

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
  /** What the link lends, by device id. */
  grants: ReadonlyMap<string, DeviceGrant>
}

/** How much of a device a link lends; null for all that the device can. */
export interface DeviceGrant {
  channels: DeviceLinkSpecifier | null
  actions: readonly LinkAction[] | null
  limits: LinkLimits | null
}

/** Who asks: the one identity of a request, a batch or a socket. */
export type Actor = AccountActor | LinkActor

/** What may be asked for: the permissions that can be shared, and what stays with the owner. */
export type Verb = Permission | 'own'

/** What the rules need to know of a device. */
export interface Guarded {
  id: string
  ownerId: string | null
}

const LENT: ReadonlySet<Verb> = new Set(['view', 'command'])

/** The account in whose home an actor stands: its own, or that of the owner of the link. */
export const homeOf = (
  actor: Pick<AccountActor, 'kind' | 'accountId'> | Pick<LinkActor, 'kind' | 'ownerId'>,
) => (actor.kind === 'account' ? actor.accountId : actor.ownerId)

/** One text per account or link, for whatever is counted or kept apart by who asks. */
export const principalOf = (
  actor: Pick<AccountActor, 'kind' | 'accountId'> | Pick<LinkActor, 'kind' | 'linkId'>,
): string => (actor.kind === 'account' ? `account ${actor.accountId}` : `link ${actor.linkId}`)

/** The one rule of who may do what: asked alike by HTTP calls, batches, sockets and feeds. */
export function can(actor: Actor, verb: Verb, device: Guarded): boolean {
  if (device.ownerId === null || device.ownerId !== homeOf(actor)) return false
  return actor.kind === 'account' || (LENT.has(verb) && actor.grants.has(device.id))
}
