import type { Socket } from 'node:net'
import { type IConnectPacket, parser } from 'mqtt-packet'

const CONNECT = 0x10
/** The fixed header of a packet is at most this long (MQTT 3.1.1 §2.2). */
const MAX_HEADER_BYTES = 5

/** The length of the packet at the start of the bytes; null if more bytes are needed to know it, or it has no valid length. */
function packetLength(bytes: Uint8Array): number | null {
  let length = 0
  for (let at = 1; at < MAX_HEADER_BYTES; at += 1) {
    const byte = bytes[at]
    if (byte === undefined) return null
    length += (byte & 0x7f) * 128 ** (at - 1)
    if (byte < 0x80) return 1 + at + length
  }
  return null
}

function parseConnect(bytes: Buffer): IConnectPacket | null {
  let connect: IConnectPacket | null = null
  const parse = parser()
  parse.on('packet', (packet) => {
    if (packet.cmd === 'connect') connect = packet
  })
  // A later reader of the bytes gets the same error.
  parse.on('error', () => {})
  parse.parse(bytes)
  return connect
}

interface FirstPacketOptions {
  maxBytes: number
  withinMs: number
  /**
   * Called once, with the CONNECT of the connection, or null if it begins with anything else, or with something too large. Nothing has
   * been read for the next reader.
   */
  received(connect: IConnectPacket | null): void
}

/** Reads ahead until the first packet is complete. The connection is closed if that does not happen in time. */
export function readFirstPacket(socket: Socket, { maxBytes, withinMs, received }: FirstPacketOptions) {
  const chunks: Buffer[] = []
  let length = 0
  let expected: number | null = null
  const stop = () => {
    clearTimeout(timer)
    socket.off('readable', read)
    socket.off('close', stop)
  }
  const timer = setTimeout(() => {
    stop()
    socket.destroy()
  }, withinMs)
  const read = () => {
    const chunk: unknown = socket.read()
    if (!(chunk instanceof Buffer)) return
    chunks.push(chunk)
    length += chunk.length
    if (expected !== null && length < expected) return
    const bytes = Buffer.concat(chunks)
    expected ??= packetLength(bytes)
    const isOther =
      bytes[0] !== CONNECT || (expected === null ? length >= MAX_HEADER_BYTES : expected > maxBytes)
    if (!isOther && (expected === null || length < expected)) return
    stop()
    const connect = isOther || expected === null ? null : parseConnect(bytes.subarray(0, expected))
    socket.unshift(bytes)
    received(connect)
  }
  socket.on('readable', read)
  socket.once('close', stop)
}
