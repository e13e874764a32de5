import type { EntityPublish } from '#drivers/hardware.ts'
import type { Clock } from '#platform/clock.ts'
import type { HardwareSpace } from './hardware-space.ts'

const WAIT_MS = 60_000
const MAX_WAITING = 4_000

interface AsksOptions {
  space: Pick<HardwareSpace, 'publish' | 'hasSubscriber' | 'onSubscribersChanged'>
  clock: Pick<Clock, 'after'>
  failed(error: unknown): void
}

/**
 * What hardware is asked for its state. Firmwares say that they are online before they subscribe, so a question waits for its
 * subscriber.
 */
export function createAsks({ space, clock, failed }: AsksOptions) {
  const waiting = new Map<EntityPublish, () => void>()
  const send = ({ topic, payload, qos }: EntityPublish) => {
    space.publish(topic, payload, qos).catch(failed)
  }
  const unfollow = space.onSubscribersChanged(() => {
    for (const [message, endWaiting] of [...waiting]) {
      if (!space.hasSubscriber(message.topic)) continue
      endWaiting()
      waiting.delete(message)
      send(message)
    }
  })

  return {
    publish(messages: readonly EntityPublish[]) {
      for (const message of messages) {
        if (space.hasSubscriber(message.topic)) send(message)
        else if (waiting.size < MAX_WAITING)
          waiting.set(
            message,
            clock.after(WAIT_MS, () => waiting.delete(message)),
          )
      }
    },
    stop() {
      unfollow()
      for (const endWaiting of waiting.values()) endWaiting()
      waiting.clear()
    },
  }
}
