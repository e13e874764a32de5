import { LIMITS } from '@senca/contract'
import * as z from 'zod/mini'
import type { BridgeActor, RightsIndex } from '#features/rights/index.ts'
import { roleStateOf } from '#features/roles/index.ts'
import type { Clock } from '#platform/clock.ts'
import { parseJson } from '#platform/parse-json.ts'
import type { Sealing } from '#platform/sealing.ts'
import { type Bridge, bridgeActorOf, isTokenOf } from './bridge.ts'
import type { BridgeStore } from './bridges.store.ts'
import type { ProcessTokens } from './process-tokens.ts'

const CONTEXT = 'websocket'
/** If the state of a bridge cannot be read, its devices stay visible for at most this long. */
const RETRY_MS = 500

const issuedSchema = z.object({ id: z.uuid(), tokenHash: z.string(), until: z.number() })

interface BridgeSocketsOptions {
  store: Pick<BridgeStore, 'find'>
  rights: Pick<RightsIndex, 'followActor'>
  processTokens: ProcessTokens
  sealing: Sealing
  clock: Clock
  failed(error: unknown): void
}

/**
 * Websockets of bridges. Their tokens are sealed and not stored: each names the token of the bridge that it was issued to, and ends
 * with it. While the bridge is paused its sockets stay open and see no device.
 */
export function createBridgeSockets({
  store,
  rights,
  processTokens,
  sealing,
  clock,
  failed,
}: BridgeSocketsOptions) {
  /** The bridge of a token that works now, also while it is paused. It may still read devices. */
  const findAlive = async (id: string, tokenHash: string): Promise<Bridge | null> => {
    const bridge = await store.find(id)
    const now = clock.now()
    const isAlive =
      bridge !== null &&
      (isTokenOf(bridge, tokenHash, now) || processTokens.bridgeOf(tokenHash) === id) &&
      roleStateOf(bridge, now) !== 'expired' &&
      bridgeActorOf(bridge, tokenHash, now).scopes.includes('devices:read')
    return isAlive ? bridge : null
  }

  return {
    issueToken({ id, tokenHash }: BridgeActor): { token: string } {
      const until = clock.now().getTime() + LIMITS.WEBSOCKET_TOKEN_TTL_S * 1_000
      return { token: sealing.seal(JSON.stringify({ id, tokenHash, until }), CONTEXT) }
    },

    /** The bridge and the end of a websocket token; null for another text, and after the end of the bridge or of its token. */
    async identifyToken(token: string): Promise<{ actor: BridgeActor; expiresAt: Date } | null> {
      const issued = issuedSchema.safeParse(parseJson(sealing.open(token, CONTEXT) ?? '')).data
      const now = clock.now()
      if (issued === undefined || issued.until <= now.getTime()) return null
      const bridge = await findAlive(issued.id, issued.tokenHash)
      if (bridge === null) return null
      const expiresAt = new Date(issued.until)
      return { actor: bridgeActorOf(bridge, issued.tokenHash, now), expiresAt }
    },

    /** Calls `ended` when the bridge, its token or its right to read devices has ended. Returns the function that unsubscribes. */
    onEnded(actor: BridgeActor, ended: () => void): () => void {
      let isOver = false
      let failures = 0
      let unfollow = () => {}
      const end = () => {
        if (!isOver) ended()
      }
      const check = () => {
        findAlive(actor.id, actor.tokenHash)
          .then((bridge) => {
            failures = 0
            if (isOver) return
            if (bridge === null) return end()
            follow(bridgeActorOf(bridge, actor.tokenHash, clock.now()))
          })
          .catch((error: unknown) => {
            failed(error)
            failures += 1
            // If the right cannot be confirmed, nothing more is shown.
            if (failures > 1) end()
            else clock.after(RETRY_MS, check)
          })
      }
      /** Follows its home and the next time at which it changes. */
      const follow = (now: BridgeActor) => {
        unfollow()
        unfollow = rights.followActor(now, check)
      }
      follow(actor)
      return () => {
        isOver = true
        unfollow()
      }
    },
  }
}

export type BridgeSockets = ReturnType<typeof createBridgeSockets>
