import type { Permission } from '@senca/contract'

/** Who asks: the one identity of a request, a batch or a socket. */
export interface Actor {
  kind: 'account'
  accountId: string
  sessionId: string
}

/** What may be asked for: the permissions that can be shared, and what stays with the owner. */
export type Verb = Permission | 'own'

/** What the rules need to know of a device. */
export interface Guarded {
  ownerId: string | null
}

/** The one rule of who may do what: asked alike by HTTP calls, batches, sockets and feeds. */
export function can(actor: Pick<Actor, 'kind' | 'accountId'>, _verb: Verb, device: Guarded): boolean {
  return device.ownerId !== null && device.ownerId === actor.accountId
}
