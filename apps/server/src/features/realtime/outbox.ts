/** While the socket buffers this much, newer messages wait in the outbox, where they can still be replaced. */
const HIGH_WATER_BYTES = 64 * 1024
const BATCH_LIMIT_CHARACTERS = 32 * 1024

/** The part of a socket that the outbox uses. */
interface Wire {
  readonly bufferedAmount: number
  /** Calls `flushed` when the frame has left this process. */
  send(frame: string, flushed: () => void): void
}

interface OutboxOptions {
  wire: Wire
  /** Runs a task at the end of this turn of the event loop. Until then, messages are collected into one frame. */
  soon(task: () => void): void
}

/**
 * The outgoing messages of one reader. A reader that keeps up gets every message. For a slow reader, a newer message replaces a
 * waiting one with the same key, so at most one message of each key is kept.
 */
export function createOutbox({ wire, soon }: OutboxOptions) {
  /** The messages for a slow reader or while held. Newer messages replace older ones. */
  const waiting = new Map<string, string>()
  /** The messages that are sent together to a batching reader that keeps up, limited by the frame size. */
  let gathered: { key: string; json: string }[] = []
  let gatheredLength = 0
  let isBatching = false
  let isTolerant = false
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

  /** Sends one frame with waiting messages. */
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
    /** From now on, several messages may share a frame as an array. */
    setBatching(batching: boolean) {
      isBatching = batching
    },
    /** Whether the reader ignores what it does not know. */
    setTolerant(tolerant: boolean) {
      isTolerant = tolerant
    },
    isTolerant: () => isTolerant,
    /** Holds all messages back until `release`. */
    hold() {
      // Messages from before the hold are still sent in the earlier form.
      sendGathered()
      isHeld = true
    },
    /** Sends a message before all held messages. */
    release(json: string) {
      isHeld = false
      wire.send(json, pump)
      pump()
    },
    /** Sends a message that is already JSON. It replaces a waiting message with the same key if the reader is slow. */
    push(key: string, json: string) {
      if (keepsUp()) {
        gather(key, json)
        // The first message of a turn is sent at once; the others of this turn are collected.
        if (!isBatching || !isScheduled) sendGathered()
        if (isBatching) schedule()
        return
      }
      // Moved to the end, because messages in between must be read before this one.
      waiting.delete(key)
      waiting.set(key, json)
    },
    /** Discards messages that have not been sent yet. */
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
