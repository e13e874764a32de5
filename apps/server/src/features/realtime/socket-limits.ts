import { LIMITS, SOCKET_REPLACED } from '@senca/contract'
import type { SocketActor } from '#features/rights/index.ts'
import { addressBlockOf } from '#platform/http/address-block.ts'
import { createKeyedSets } from '#platform/keyed-sets.ts'

/** Closes a socket, which also removes it from its groups. */
type Close = (reason: string) => void

const UNSIGNED_REASON = 'too many sockets that have not logged in'

/** Limits the number of sockets for each session, account, link and address. If there are too many, the oldest is closed. */
export function createSocketLimits() {
  const closesByKey = createKeyedSets<Close>()

  const join = (key: string, max: number, reason: string, close: Close): (() => void) => {
    // A new function for each join, so that every join is a separate member.
    const own: Close = (why) => close(why)
    closesByKey.add(key, own)
    const group = closesByKey.of(key)
    const [oldest] = group
    if (group.size > max && oldest !== undefined) {
      closesByKey.delete(key, oldest)
      oldest(reason)
    }
    return () => closesByKey.delete(key, own)
  }

  return {
    /** Counts a socket that has not signed in yet. Returns the function that ends this. */
    unsigned: (address: string, close: Close): (() => void) =>
      join(
        `address ${addressBlockOf(address)}`,
        LIMITS.WEBSOCKETS_UNSIGNED_PER_ADDRESS,
        UNSIGNED_REASON,
        close,
      ),
    /** Counts a socket that has signed in. Returns the function that ends this. */
    signedIn(actor: SocketActor, close: Close): () => void {
      if (actor.kind === 'link')
        return join(`link ${actor.linkId}`, LIMITS.WEBSOCKETS_PER_LINK, SOCKET_REPLACED, close)
      if (actor.kind === 'bridge')
        return join(`bridge ${actor.id}`, LIMITS.WEBSOCKETS_PER_LINK, SOCKET_REPLACED, close)
      const { sessionId, accountId } = actor
      const leaveSession = join(`session ${sessionId}`, LIMITS.WEBSOCKETS_PER_SESSION, SOCKET_REPLACED, close)
      const leaveAccount = join(`account ${accountId}`, LIMITS.WEBSOCKETS_PER_ACCOUNT, SOCKET_REPLACED, close)
      return () => {
        leaveSession()
        leaveAccount()
      }
    },
  }
}

export type SocketLimits = ReturnType<typeof createSocketLimits>
