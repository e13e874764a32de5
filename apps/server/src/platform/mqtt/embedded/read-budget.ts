import type { Socket } from 'node:net'
import { createReadBudget, type ReadBudget } from './client-budgets.ts'
import { createPacketMeter } from './packet-meter.ts'

/** How long reading pauses. Far shorter than any keep-alive, which counts from the last packet that was read. */
const PAUSE_MS = 50
/** Only this much is read at once, because data that is read and put back makes room for more in the socket. */
const SLICE_BYTES = 4_096

interface ReadBudgetOptions {
  maxPacketBytes: number
  /** Called when a budget is used up for the first time. */
  paused(): void
}

/**
 * Limits how much the MQTT broker reads from a connection. Data beyond the budget waits in the socket, in order, until the client
 * can send no more. A packet of more than `maxPacketBytes` closes the connection before it is read, because the broker has no
 * limit of its own. The broker must read with `read`. Returns a function to continue with another budget, when the client is
 * known.
 */
export function limitReads(socket: Socket, { maxPacketBytes, paused }: ReadBudgetOptions) {
  const measure = createPacketMeter(maxPacketBytes)
  let budget = createReadBudget()
  const taken = { messages: 0, bytes: 0 }
  const read = socket.read.bind(socket)
  let timer: NodeJS.Timeout | undefined
  let isWaiting = false

  const goOn = () => {
    isWaiting = false
    if (!socket.destroyed) socket.emit('readable')
  }
  const pause = () => {
    isWaiting = true
    timer = setTimeout(goOn, PAUSE_MS)
    if (!budget.wasPaused) paused()
    budget.wasPaused = true
  }
  /** The broker's parser must not get more data while it is working. */
  const goOnNextTurn = () => {
    isWaiting = true
    setImmediate(goOn)
  }

  const take = (messages: number, bytes: number, nowMs: number) => {
    budget.messages.take(messages, nowMs)
    budget.bytes.take(bytes, nowMs)
    taken.messages += messages
    taken.bytes += bytes
  }

  socket.once('close', () => clearTimeout(timer))
  socket.read = (size?: number) => {
    // In flowing mode nobody reads the data, because the connection is being closed. Node asks for nothing to fill its buffer.
    if (socket.readableFlowing === true || size === 0) return read(size)
    if (isWaiting) return null
    if (socket.readableLength === 0) return read(size)
    const nowMs = performance.now()
    const maxMessages = Math.floor(budget.messages.available(nowMs))
    const maxBytes = Math.floor(budget.bytes.available(nowMs))
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
    take(packets, length, nowMs)
    if (length < chunk.length) {
      socket.unshift(chunk.subarray(length))
      pause()
      return length === 0 ? null : chunk.subarray(0, length)
    }
    if (socket.readableLength > 0) goOnNextTurn()
    return chunk
  }
  return (next: ReadBudget) => {
    budget = next
    const nowMs = performance.now()
    next.messages.take(taken.messages, nowMs)
    next.bytes.take(taken.bytes, nowMs)
  }
}
