import { randomBytes, randomUUID } from 'node:crypto'
import { type DeviceResultMessage, deviceResultMessageSchema } from '@senca/contract'
import * as z from 'zod/mini'
import type { EventBus } from '#platform/events/event-bus.ts'

const INSTANCE_BYTES = 9
const SEPARATOR = '.'

const forwardedSchema = z.object({ deviceId: z.string(), result: deviceResultMessageSchema })

interface Awaited {
  deviceId: string
  settle(result: DeviceResultMessage): void
  /** Called when the server stops and nobody waits for the result any more. */
  stop(): void
}

/**
 * Matches results with their commands, whichever instance received them: the id of a command begins with the name of its sender.
 * A result is accepted only from the device that received the command.
 */
export function createAwaitedResults(bus: EventBus) {
  const instance = randomBytes(INSTANCE_BYTES).toString('base64url')
  const topicOf = (name: string) => `device-results.${name}`
  const awaitedById = new Map<string, Awaited>()
  let unsubscribe = () => {}

  const settle = (deviceId: string, result: DeviceResultMessage) => {
    const awaited = awaitedById.get(result.id)
    if (awaited?.deviceId === deviceId) awaited.settle(result)
  }

  return {
    newId: (): string => `${instance}${SEPARATOR}${randomUUID()}`,
    /** Waits for the result of a command until the returned function is called. */
    add(commandId: string, awaited: Awaited): () => void {
      awaitedById.set(commandId, awaited)
      return () => awaitedById.delete(commandId)
    },
    /** Handles a result that this instance has received. */
    received(deviceId: string, result: DeviceResultMessage) {
      const [sender, ...rest] = result.id.split(SEPARATOR)
      // A device may send any id. An id that no instance created is ignored.
      if (sender === undefined || rest.length !== 1) return
      if (sender === instance) settle(deviceId, result)
      else if (sender.length === instance.length) bus.publish(topicOf(sender), { deviceId, result })
    },
    start() {
      unsubscribe = bus.subscribe(topicOf(instance), (payload) => {
        const forwarded = forwardedSchema.safeParse(payload)
        if (forwarded.success) settle(forwarded.data.deviceId, forwarded.data.result)
      })
    },
    /** Ends all waiting at once. */
    stop() {
      unsubscribe()
      for (const awaited of [...awaitedById.values()]) awaited.stop()
    },
  }
}
