/**
 * Frames of the Improv protocol: command, length, data, checksum. The data of all sent frames are texts, each with its length.
 */

export const IMPROV_COMMANDS = {
  wifi: 0x01,
  scan: 0x04,
  /** Our own command [DP45]: set-up code, host, port, and whether the connection is encrypted. */
  setup: 0xf0,
} as const
export type ImprovCommand = (typeof IMPROV_COMMANDS)[keyof typeof IMPROV_COMMANDS]

const MAX_BYTES = 255
const HEAD_BYTES = 2

export interface Frame {
  command: number
  texts: string[]
}

const checksumOf = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => (sum + byte) % 256, 0)

/** Throws if the texts do not fit into one frame. */
export function writeFrame({ command, texts }: Frame): Uint8Array<ArrayBuffer> {
  const data = texts.flatMap((text) => {
    const bytes = new TextEncoder().encode(text)
    return [bytes.length, ...bytes]
  })
  if (data.length > MAX_BYTES) throw new RangeError('The texts are longer than a frame holds')
  const bytes = new Uint8Array([command, data.length, ...data, 0])
  bytes[bytes.length - 1] = checksumOf(bytes)
  return bytes
}

/** Null if the bytes are not a complete frame. */
export function readFrame(bytes: Uint8Array): Frame | null {
  const [command, length] = bytes
  if (command === undefined || length === undefined || bytes.length !== HEAD_BYTES + length + 1) return null
  if (checksumOf(bytes.subarray(0, -1)) !== bytes.at(-1)) return null
  const data = bytes.subarray(HEAD_BYTES, -1)
  const texts: string[] = []
  for (let at = 0; at < data.length; ) {
    const end = at + 1 + (data[at] ?? 0)
    if (end > data.length) return null
    texts.push(new TextDecoder().decode(data.subarray(at + 1, end)))
    at = end
  }
  return { command, texts }
}
