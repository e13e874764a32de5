/** While this much waits in the socket, newer messages wait here, where they can still be replaced. */
const HIGH_WATER_BYTES = 64 * 1024
const BATCH_LIMIT_CHARACTERS = 32 * 1024

/** What the outbox needs of a socket. */
export interface Wire {
  readonly bufferedAmount: number
  /** Calls `flushed` once the frame has left this process. */
  send(frame: string, flushed: () => void): void
}

interface OutboxOptions {
  wire: Wire
  /** Runs a task soon, after what is happening now; lets messages gather into one frame. */
  soon(task: () => void): void
}

/**
 * What is on its way to one reader. A reader who keeps up gets every message; for a slow one a message that waits is
 * replaced by a newer one of the same key, so that at most one of each key is ever kept.
 */
export function createOutbox({ wire, soon }: OutboxOptions) {
  const jsonByKey = new Map<string, string>()
  let isBatching = false
  let isScheduled = false

  /** Takes the next frame from the queue. */
  const nextFrame = (): string => {
    const parts: string[] = []
    let length = 0
    for (const [key, json] of jsonByKey) {
      const isFull = parts.length > 0 && length + json.length > BATCH_LIMIT_CHARACTERS
      if (isFull || (!isBatching && parts.length > 0)) break
      jsonByKey.delete(key)
      parts.push(json)
      length += json.length
    }
    return isBatching && parts.length > 1 ? `[${parts.join(',')}]` : parts.join('')
  }

  const pump = () => {
    while (jsonByKey.size > 0 && wire.bufferedAmount < HIGH_WATER_BYTES) wire.send(nextFrame(), pump)
  }

  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    soon(() => {
      isScheduled = false
      pump()
    })
  }

  return {
    /** From now on several messages may share a frame, as an array. */
    setBatching(batching: boolean) {
      isBatching = batching
    },
    /** Sends a message that is JSON already; one of the same key that still waits is dropped for it. */
    push(key: string, json: string) {
      // To the end: what came between must be read before this.
      jsonByKey.delete(key)
      jsonByKey.set(key, json)
      if (isBatching) schedule()
      else pump()
    },
    /** Forgets a message that still waits. */
    drop(key: string) {
      jsonByKey.delete(key)
    },
    clear() {
      jsonByKey.clear()
    },
    waiting: () => jsonByKey.size,
  }
}

export type Outbox = ReturnType<typeof createOutbox>
