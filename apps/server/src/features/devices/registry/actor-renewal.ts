import {
  type AccountActor,
  type Actor,
  type BridgeActor,
  can,
  type DelegateActor,
  type LinkActor,
  type ReceivedRole,
} from '#features/rights/index.ts'

export interface ActorRenewalOptions {
  /** What roles share with accounts. */
  received: { fresh(accountId: string): Promise<readonly ReceivedRole[]> }
  renewLink(link: LinkActor): Promise<LinkActor>
  renewBridge(bridge: BridgeActor): Promise<BridgeActor>
}

/** Updates actors with what is shared with them now. */
export function createActorRenewal({ received, renewLink, renewBridge }: ActorRenewalOptions) {
  const withReceived = async (actor: AccountActor): Promise<AccountActor> => {
    const { received: _before, ...bare } = actor
    const now = await received.fresh(actor.accountId)
    return now.length === 0 ? bare : { ...bare, received: now }
  }
  /** On devices of others, a scenario may do only what its author may do. */
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
      if (actor.kind === 'bridge') return renewBridge(actor)
      // The rights to an actor's own devices are read together with the devices.
      return actor.kind === 'account' && actor.received !== undefined ? withReceived(actor) : actor
    },
  }
}
