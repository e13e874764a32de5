import {
  type AccountActor,
  type Actor,
  can,
  type DelegateActor,
  type LinkActor,
  type ReceivedRole,
} from '#features/rights/index.ts'

interface ActorRenewalOptions {
  /** What accounts are lent by roles. */
  received: { fresh(accountId: string): Promise<readonly ReceivedRole[]> }
  renewLink(link: LinkActor): Promise<LinkActor>
}

/** Actors with what they are lent now. */
export function createActorRenewal({ received, renewLink }: ActorRenewalOptions) {
  const withReceived = async (actor: AccountActor): Promise<AccountActor> => {
    const { received: _before, ...bare } = actor
    const now = await received.fresh(actor.accountId)
    return now.length === 0 ? bare : { ...bare, received: now }
  }
  /** On devices of others a scenario may what its maker may. */
  const narrowed = async (actor: DelegateActor): Promise<DelegateActor> => {
    const { accountId, ownerId, grants } = actor
    if (accountId === ownerId) return actor
    const maker = await withReceived({ kind: 'account', accountId, sessionId: '' })
    const mayCommand = (id: string) => can(maker, 'command', { id, ownerId })
    return { ...actor, grants: new Map([...grants].filter(([id]) => mayCommand(id))) }
  }
  return {
    withReceived,
    async renew(actor: Actor): Promise<Actor> {
      if (actor.kind === 'link') return renewLink(actor)
      if (actor.kind === 'scenario') return narrowed(actor)
      // What is its own is read with the devices.
      return actor.kind === 'account' && actor.received !== undefined ? withReceived(actor) : actor
    },
  }
}
