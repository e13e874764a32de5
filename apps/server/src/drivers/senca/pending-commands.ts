import type { DeviceResultMessage } from '@senca/contract'

interface Pending {
  deviceId: string
  settle(result: DeviceResultMessage): void
  /** Called when the server stops and nobody waits for the result any more. */
  stop(): void
}

/** Matches results with their commands. A result is accepted only from the device that received the command. */
export function createPendingCommands() {
  const pendingById = new Map<string, Pending>()
  return {
    add(commandId: string, pending: Pending): () => void {
      pendingById.set(commandId, pending)
      return () => pendingById.delete(commandId)
    },
    settle(deviceId: string, result: DeviceResultMessage) {
      const pending = pendingById.get(result.id)
      if (pending?.deviceId === deviceId) pending.settle(result)
    },
    stop() {
      for (const pending of [...pendingById.values()]) pending.stop()
    },
  }
}
