import type { Client } from 'aedes'

interface Session {
  /** The connection that is signed in and answered. */
  ready: Client | undefined
  /** A connection that is allowed in and about to replace it. */
  arriving: Client | undefined
  isAnnounced: boolean
}

interface SessionListener {
  connected(clientId: string): void
  disconnected(clientId: string): void
}

/**
 * Follows which connection is the live one of each client id, from the sockets themselves: aedes announces the end
 * of a replaced connection like any other, and forgets one that ends in the middle of its sign-in.
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
    /** The connection may sign in; from now on an older one of the same id counts as replaced. */
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
