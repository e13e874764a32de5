import { randomBytes, randomUUID } from 'node:crypto'
import { type DeviceResultMessage, deviceResultMessageSchema } from '@senca/contract'
import * as z from 'zod/mini'
import type { EventBus } from '#platform/events/event-bus.ts'

const INSTANCE_BYTES = 9
const SEPARATOR = '.'

const passedSchema = z.object({ deviceId: z.string(), result: deviceResultMessageSchema })

interface ResultExchangeOptions {
  bus: EventBus
  settle(deviceId: string, result: DeviceResultMessage): void
}

/**
 * Delivers results to the instance that waits for them, whichever instance received them. The id of a command begins with the
 * name of its sender.
 */
export function createResultExchange({ bus, settle }: ResultExchangeOptions) {
  const instance = randomBytes(INSTANCE_BYTES).toString('base64url')
  const topicOf = (name: string) => `device-results.${name}`

  return {
    newId: (): string => `${instance}${SEPARATOR}${randomUUID()}`,
    /** Handles a result that this instance has received. */
    take(deviceId: string, result: DeviceResultMessage) {
      const [sender, ...rest] = result.id.split(SEPARATOR)
      // A device may send any id. An id that no instance created is ignored.
      if (sender === undefined || rest.length !== 1) return
      if (sender === instance) settle(deviceId, result)
      else if (sender.length === instance.length) bus.publish(topicOf(sender), { deviceId, result })
    },
    start: (): (() => void) =>
      bus.subscribe(topicOf(instance), (payload) => {
        const passed = passedSchema.safeParse(payload)
        if (passed.success) settle(passed.data.deviceId, passed.data.result)
      }),
  }
}
