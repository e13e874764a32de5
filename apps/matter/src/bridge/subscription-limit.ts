import { InteractionServer, type ServerNode } from '@matter/main'
import { SessionManager } from '@matter/main/protocol'
import { Status, StatusResponseError } from '@matter/main/types'

/** Of one ecosystem: far more than it needs, with a few for each of its hubs. */
const PER_FABRIC = 32
/** So many may begin at once, and so many a second after that. */
const BEGUN_AT_ONCE = 32
const BEGUN_PER_SECOND = 1

/** Counts the subscriptions of the fabrics of a node; those that are still beginning are in no list of matter.js. */
export function createSubscriptionLimit(nowMs: () => number) {
  const begunByFabric = new Map<number, { left: number; atMs: number }>()

  return {
    /** Whether a fabric that has so many subscriptions may begin another one. */
    accepts(fabricIndex: number, active: number): boolean {
      const now = nowMs()
      const { left, atMs } = begunByFabric.get(fabricIndex) ?? { left: BEGUN_AT_ONCE, atMs: now }
      const refilled = Math.min(BEGUN_AT_ONCE, left + ((now - atMs) / 1_000) * BEGUN_PER_SECOND)
      const isAccepted = active < PER_FABRIC && refilled >= 1
      begunByFabric.set(fabricIndex, { left: isAccepted ? refilled - 1 : refilled, atMs: now })
      return isAccepted
    },
  }
}

/** Refuses subscriptions with RESOURCE_EXHAUSTED: each costs a report of all parts, and one of each change. The node has to be online. */
export function limitSubscriptions(node: ServerNode, nowMs: () => number): void {
  const limit = createSubscriptionLimit(nowMs)
  const { sessions } = node.env.get(SessionManager)
  node.env.get(InteractionServer).subscriptionEstablishmentStarted.on(({ fabricIndex }) => {
    let active = 0
    for (const { fabric, subscriptions } of sessions)
      if (fabric?.fabricIndex === fabricIndex) active += subscriptions.size
    if (!limit.accepts(Number(fabricIndex), active))
      throw new StatusResponseError('This ecosystem has too many subscriptions', Status.ResourceExhausted)
  })
}
