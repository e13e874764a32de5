import type { Socket } from 'node:net'
import { createPacketMeter } from './mqtt-packet-meter.ts'
import { createTokenBucket } from './token-bucket.ts'

/** The protocol needs four messages a second. */
const MESSAGES = { ratePerSecond: 200, burst: 500 }
const BYTES = { ratePerSecond: 64 * 1024, burst: 256 * 1024 }
/** Reading goes on after so long: far shorter than any keep-alive, which counts from the last packet that was read. */
const PAUSE_MS = 50
/** So little is read at once: what is read of the socket and put back makes room for more to come in. */
const SLICE_BYTES = 4_096

interface ReadBudgetOptions {
  maxPacketBytes: number
  /** Called when the reading of the connection is paused for the first time. */
  paused(): void
}

/**
 * Lets an MQTT broker read no more of a connection than its budget, whatever the packets are: what comes in beyond it
 * waits in the socket, in order, until the client can send no more. A packet of more than `maxPacketBytes` ends the
 * connection before it is read: the broker has no limit of its own. The broker must take its bytes with `read`.
 */
export function limitReads(socket: Socket, { maxPacketBytes, paused }: ReadBudgetOptions) {
  const measure = createPacketMeter(maxPacketBytes)
  const startMs = performance.now()
  const messages = createTokenBucket(MESSAGES, startMs)
  const bytes = createTokenBucket(BYTES, startMs)
  const read = socket.read.bind(socket)
  let timer: NodeJS.Timeout | undefined
  let isWaiting = false
  let wasPaused = false

  const goOn = () => {
    isWaiting = false
    if (!socket.destroyed) socket.emit('readable')
  }
  const pause = () => {
    isWaiting = true
    timer = setTimeout(goOn, PAUSE_MS)
    if (!wasPaused) paused()
    wasPaused = true
  }
  /** The parser of the broker must not be given more while it works on what it has. */
  const goOnNextTurn = () => {
    isWaiting = true
    setImmediate(goOn)
  }

  socket.once('close', () => clearTimeout(timer))
  socket.read = (size?: number) => {
    // In flowing mode nobody reads it: the connection is being closed.
    if (socket.readableFlowing === true) return read(size)
    if (isWaiting) return null
    if (socket.readableLength === 0) return read(size)
    const nowMs = performance.now()
    const maxMessages = Math.floor(messages.available(nowMs))
    const maxBytes = Math.floor(bytes.available(nowMs))
    if (maxMessages < 1 || maxBytes < 1) {
      pause()
      return null
    }
    const chunk: unknown = read(Math.min(socket.readableLength, maxBytes, SLICE_BYTES))
    if (!(chunk instanceof Uint8Array)) return chunk
    const { length, packets, isTooLarge } = measure(chunk, maxMessages)
    if (isTooLarge) {
      socket.destroy()
      return null
    }
    messages.take(packets, nowMs)
    bytes.take(length, nowMs)
    if (length < chunk.length) {
      socket.unshift(chunk.subarray(length))
      pause()
      return length === 0 ? null : chunk.subarray(0, length)
    }
    if (socket.readableLength > 0) goOnNextTurn()
    return chunk
  }
}
