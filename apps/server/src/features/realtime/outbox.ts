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
  /** Runs a task at the end of this turn of the event loop; until then messages gather into one frame. */
  soon(task: () => void): void
}

/**
 * What is on its way to one reader. A reader who keeps up gets every message; for a slow one a message that waits is
 * replaced by a newer one of the same key, so that at most one of each key is ever kept.
 */
export function createOutbox({ wire, soon }: OutboxOptions) {
  /** For a slow reader, or while held: newer messages replace older ones. */
  const waiting = new Map<string, string>()
  /** For a reader of arrays who keeps up: what goes out together, bounded by what one frame takes. */
  let gathered: { key: string; json: string }[] = []
  let gatheredLength = 0
  let isBatching = false
  let isHeld = false
  let isScheduled = false

  const keepsUp = () => !isHeld && waiting.size === 0 && wire.bufferedAmount < HIGH_WATER_BYTES

  const sendGathered = () => {
    const parts = gathered.map(({ json }) => json)
    gathered = []
    gatheredLength = 0
    if (parts.length > 0) wire.send(parts.length > 1 ? `[${parts.join(',')}]` : parts.join(''), pump)
  }

  const gather = (key: string, json: string) => {
    if (gatheredLength + json.length > BATCH_LIMIT_CHARACTERS) sendGathered()
    gathered.push({ key, json })
    gatheredLength += json.length
  }

  /** Sends one frame of what waits. */
  const sendWaiting = () => {
    for (const [key, json] of waiting) {
      const isFull = gathered.length > 0 && gatheredLength + json.length > BATCH_LIMIT_CHARACTERS
      if (isFull || (!isBatching && gathered.length > 0)) break
      waiting.delete(key)
      gather(key, json)
    }
    sendGathered()
  }

  const pump = () => {
    if (isHeld) return
    sendGathered()
    while (waiting.size > 0 && wire.bufferedAmount < HIGH_WATER_BYTES) sendWaiting()
  }

  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    soon(() => {
      isScheduled = false
      pump()
    })
  }

  const clear = () => {
    waiting.clear()
    gathered = []
    gatheredLength = 0
  }

  return {
    /** From now on several messages may share a frame, as an array. */
    setBatching(batching: boolean) {
      isBatching = batching
    },
    /** Keeps everything back until `release`. */
    hold() {
      // In frames as its reader wanted them until now.
      sendGathered()
      isHeld = true
    },
    /** Sends a message, before anything that was held. */
    release(json: string) {
      isHeld = false
      wire.send(json, pump)
      pump()
    },
    /** Sends a message that is JSON already; one of the same key that waits for a slow reader is dropped for it. */
    push(key: string, json: string) {
      if (keepsUp()) {
        gather(key, json)
        // The first of a turn leaves at once, and what comes with it gathers until the turn is over.
        if (!isBatching || !isScheduled) sendGathered()
        if (isBatching) schedule()
        return
      }
      // To the end: what came between must be read before this.
      waiting.delete(key)
      waiting.set(key, json)
    },
    /** Forgets messages that have not left. */
    drop(key: string) {
      waiting.delete(key)
      gathered = gathered.filter((message) => message.key !== key)
      gatheredLength = gathered.reduce((length, { json }) => length + json.length, 0)
    },
    clear,
    waiting: () => waiting.size,
  }
}

export type Outbox = ReturnType<typeof createOutbox>
