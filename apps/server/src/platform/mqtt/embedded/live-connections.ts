import type { Client } from 'aedes'

interface Session {
  /** The connection that is signed in and acknowledged. */
  ready: Client | undefined
  /** An accepted connection that is about to replace it. */
  arriving: Client | undefined
  isAnnounced: boolean
}

interface SessionListener {
  connected(clientId: string): void
  disconnected(clientId: string): void
}

/**
 * Tracks which connection of each client id is the live one, from the sockets themselves. aedes reports the end of a replaced
 * connection like any other, and does not report one that ends during its sign-in.
 */
export function createLiveConnections(listener: SessionListener) {
  const sessionByClientId = new Map<string, Session>()

  const end = (client: Client) => {
    const session = sessionByClientId.get(client.id)
    if (!session) return
    if (session.arriving === client) session.arriving = undefined
    if (session.ready === client) session.ready = undefined
    if (session.ready || session.arriving) return
    sessionByClientId.delete(client.id)
    if (session.isAnnounced) listener.disconnected(client.id)
  }

  return {
    /** Called when a connection may sign in. From now on an older one with the same id counts as replaced. */
    arrive(client: Client) {
      const session = sessionByClientId.get(client.id) ?? {
        ready: undefined,
        arriving: undefined,
        isAnnounced: false,
      }
      sessionByClientId.set(client.id, session)
      session.arriving = client
      if (client.conn.destroyed) end(client)
      else client.conn.once('close', () => end(client))
    },
    ready(client: Client) {
      const session = sessionByClientId.get(client.id)
      if (session?.arriving !== client) {
        client.close()
        return
      }
      const replaced = session.ready
      session.ready = client
      session.arriving = undefined
      session.isAnnounced = true
      replaced?.close()
      listener.connected(client.id)
    },
    isReplaced(client: Client): boolean {
      const session = sessionByClientId.get(client.id)
      if (!session) return false
      return session.arriving !== undefined ? session.arriving !== client : session.ready !== client
    },
    connectedIds: (): string[] =>
      [...sessionByClientId].flatMap(([clientId, { isAnnounced }]) => (isAnnounced ? [clientId] : [])),
    close(clientId: string) {
      const session = sessionByClientId.get(clientId)
      session?.arriving?.close()
      session?.ready?.close()
    },
  }
}
