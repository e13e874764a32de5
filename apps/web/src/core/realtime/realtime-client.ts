import type { ServerMessage } from '@senca/contract'
import {
  type Connection,
  type ConnectionNeeds,
  type ConnectionStatus,
  createConnection,
} from './realtime-connection.ts'

export interface RealtimeClient {
  /** Opens the socket of an auth key unless it is already open. */
  connect(key: string): void
  /** Closes all sockets and forgets their tokens. */
  closeAll(): void
  /** Call when the person is back at the page or the network is back: lost sockets reconnect at once, live ones are checked. */
  wake(): void
  /** Call when the network is gone: drops all sockets. */
  dropAll(): void
  /** Says by the socket of a key whether a person sees the page. */
  sayVisible(key: string, isVisible: boolean): void
  /** Null while no socket is wanted for this key. */
  status(key: string): ConnectionStatus | null
  /** Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

type Needs = Omit<ConnectionNeeds, 'onMessages' | 'onStatus'> & {
  onMessages(key: string, messages: readonly ServerMessage[]): void
  /** Called each time a socket signs in, the first time and after each reconnect. */
  onAccepted(key: string): void
}

/** The sockets of the page, one per auth key. */
export function createRealtimeClient(needs: Needs): RealtimeClient {
  const connectionByKey = new Map<string, Connection>()
  const statusByKey = new Map<string, ConnectionStatus>()
  const listeners = new Set<() => void>()

  const notify = () => {
    for (const listener of listeners) listener()
  }

  const forEach = (act: (connection: Connection) => void) => {
    for (const connection of connectionByKey.values()) act(connection)
  }

  return {
    connect(key) {
      if (connectionByKey.has(key)) return
      statusByKey.set(key, { state: 'connecting' })
      const connection = createConnection(key, {
        ...needs,
        onMessages: (messages) => needs.onMessages(key, messages),
        onStatus: (status) => {
          statusByKey.set(key, status)
          notify()
          if (status.state === 'live') needs.onAccepted(key)
        },
      })
      connectionByKey.set(key, connection)
      connection.start()
    },
    closeAll() {
      forEach((connection) => connection.close())
      connectionByKey.clear()
      statusByKey.clear()
      needs.tokens.clear()
      notify()
    },
    wake: () => forEach((connection) => connection.wake()),
    dropAll: () => forEach((connection) => connection.drop()),
    sayVisible: (key, isVisible) => connectionByKey.get(key)?.sayVisible(isVisible),
    status: (key) => statusByKey.get(key) ?? null,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
