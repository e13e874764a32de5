import type { Socket } from 'node:net'

const CONNECT = 1
const MIN_HEADER_BYTES = 2

interface FirstPacketOptions {
  maxBytes: number
  timeoutMs: number
}

/**
 * Waits for the first MQTT packet of a connection, puts it back and says its protocol level, undefined when it is no
 * CONNECT. A connection that sends none in time, or announces one of more than `maxBytes`, is cut.
 */
export function awaitFirstPacket(
  socket: Socket,
  { maxBytes, timeoutMs }: FirstPacketOptions,
  come: (protocolLevel: number | undefined) => void,
) {
  const chunks: Buffer[] = []
  let needed = MIN_HEADER_BYTES
  let received = 0
  const deadline = setTimeout(() => socket.destroy(), timeoutMs)
  const stop = () => {
    clearTimeout(deadline)
    socket.removeListener('readable', read)
    socket.removeListener('end', cut)
  }
  const cut = () => socket.destroy()
  const read = () => {
    const chunk: unknown = socket.read()
    if (!Buffer.isBuffer(chunk)) return
    chunks.push(chunk)
    received += chunk.length
    if (received < needed) return
    const bytes = Buffer.concat(chunks)
    const packet = measure(bytes)
    if (packet === 'broken' || (packet !== 'unknown' && packet.body > maxBytes)) {
      cut()
      return
    }
    needed = packet === 'unknown' ? received + 1 : packet.header + packet.body
    if (packet === 'unknown' || received < needed) return
    stop()
    socket.unshift(bytes)
    come(readProtocolLevel(bytes, packet.header))
  }
  socket.once('close', stop)
  socket.on('error', () => {})
  socket.on('end', cut)
  socket.on('readable', read)
}

/** MQTT §2.2.3: seven bits a byte, the lowest first, at most four bytes. */
function measure(bytes: Buffer): { header: number; body: number } | 'unknown' | 'broken' {
  let body = 0
  for (let at = 1; at <= 4; at += 1) {
    const byte = bytes[at]
    if (byte === undefined) return 'unknown'
    body += (byte & 0x7f) * 128 ** (at - 1)
    if (byte < 0x80) return { header: at + 1, body }
  }
  return 'broken'
}

/** MQTT §3.1.2: the length and letters of the protocol's name, then its level. */
function readProtocolLevel(bytes: Buffer, header: number): number | undefined {
  if ((bytes[0] ?? 0) >> 4 !== CONNECT || bytes.length < header + 2) return undefined
  return bytes[header + 2 + bytes.readUInt16BE(header)]
}
