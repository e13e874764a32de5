import { hashSecretToken } from '#features/sessions/index.ts'
import { createBridgeToken } from './bridge-tokens.ts'

/**
 * Tokens that this server gives its own Matter process, one for each bridge. They are kept in memory alone and end with the process: the
 * secret of a bridge is shown once and stored as a hash, so it could not be given to a process that is started later.
 */
export function createProcessTokens() {
  const bridgeByHash = new Map<string, string>()

  const takeBack = (bridgeId: string): void => {
    for (const [hash, id] of bridgeByHash) if (id === bridgeId) bridgeByHash.delete(hash)
  }

  return {
    takeBack,
    /** A new token of a bridge; one that was issued before for it ends. */
    issue(bridgeId: string): string {
      takeBack(bridgeId)
      const token = createBridgeToken()
      bridgeByHash.set(hashSecretToken(token), bridgeId)
      return token
    },
    /** The bridge to whose process a token was issued; null for none. */
    bridgeOf: (tokenHash: string): string | null => bridgeByHash.get(tokenHash) ?? null,
  }
}

export type ProcessTokens = ReturnType<typeof createProcessTokens>
