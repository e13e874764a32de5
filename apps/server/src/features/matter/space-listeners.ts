import type { MatterSpace } from '#features/discovery/index.ts'

type Receive = Parameters<MatterSpace['receiveBy']>[0]

/** Who listens to the space of an account, whichever instance controls its nodes. */
export function createSpaceListeners() {
  const receivers = new Set<Receive>()
  const connectionListeners = new Set<() => void>()
  const boundListeners = new Set<() => Promise<void>>()
  const closedListeners = new Set<() => void>()
  let isConnected = false

  return {
    /** The part of the space by which it is listened to. */
    space: {
      isConnected: () => isConnected,
      receiveBy(receive) {
        receivers.add(receive)
        return () => receivers.delete(receive)
      },
      onSubscribersChanged(listener) {
        connectionListeners.add(listener)
        return () => connectionListeners.delete(listener)
      },
      onClosed: (listener) => void closedListeners.add(listener),
      onBound(listener) {
        boundListeners.add(listener)
        return () => boundListeners.delete(listener)
      },
    } satisfies Partial<MatterSpace>,

    isConnected: () => isConnected,
    emit(topic: string, message: object): void {
      const payload = Buffer.from(JSON.stringify(message))
      for (const receive of receivers) receive({ topic, payload, retained: false })
    },
    /** Returns whether it was otherwise before. */
    setConnected(isUp: boolean): boolean {
      if (isConnected === isUp) return false
      isConnected = isUp
      for (const listener of connectionListeners) listener()
      return true
    },
    /** Other entities are in devices than before. */
    async rebind(): Promise<void> {
      await Promise.all([...boundListeners].map((listener) => listener()))
    },
    close(): void {
      for (const listener of closedListeners) listener()
    },
  }
}
