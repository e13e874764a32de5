import type { Socket } from 'node:net'
import { createPacketMeter, type PacketLimits } from './packet-meter.ts'

/** Only this much is read at once, because data that is read and put back makes room for more in the socket. */
const SLICE_BYTES = 4_096

/** How much may be read. */
export interface ReadBudget {
  available(nowMs: number): { messages: number; bytes: number }
  consume(messages: number, bytes: number, nowMs: number): void
  /** Called when it is used up. Returns for how many milliseconds reading pauses. */
  pause(): number
}

interface ReadOptions extends PacketLimits {
  budget: ReadBudget
  /** Called before a connection is closed because of a packet that is too large. */
  tooLarge?(): void
}

/**
 * Limits how much the MQTT broker reads from a connection. Data beyond the budget waits in the socket, in order, until the client
 * can send no more. A packet of more than `maxBytes` closes the connection before it is read, because the broker has no
 * limit of its own. The broker must read with `read`. Returns a function to continue with another budget, when the client is
 * known.
 */
export function limitReads(socket: Socket, { budget: first, tooLarge, ...limits }: ReadOptions) {
  const measure = createPacketMeter(limits)
  let budget = first
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
    timer = setTimeout(goOn, budget.pause())
  }
  /** The broker's parser must not get more data while it is working. */
  const goOnNextTurn = () => {
    isWaiting = true
    setImmediate(goOn)
  }

  const take = (messages: number, bytes: number, nowMs: number) => {
    budget.consume(messages, bytes, nowMs)
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
    const available = budget.available(nowMs)
    const maxMessages = Math.floor(available.messages)
    const maxBytes = Math.floor(available.bytes)
    if (maxMessages < 1 || maxBytes < 1) {
      pause()
      return null
    }
    const chunk: unknown = read(Math.min(socket.readableLength, maxBytes, SLICE_BYTES))
    if (!(chunk instanceof Uint8Array)) return chunk
    const { length, packets, isTooLarge } = measure(chunk, maxMessages)
    if (isTooLarge) {
      tooLarge?.()
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
    next.consume(taken.messages, taken.bytes, performance.now())
  }
}
