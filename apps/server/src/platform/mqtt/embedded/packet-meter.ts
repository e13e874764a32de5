/** The broker does work for each filter in these packets. A device has one filter, which needs 64 bytes. */
const SUBSCRIBE = 8
const UNSUBSCRIBE = 10
const FILTER_BYTES = 64

export interface PacketLimits {
  maxBytes: number
  /** The limit of packets with filters. */
  maxFiltersBytes: number
}

export interface MeteredChunk {
  /** How many bytes from the start of the chunk may pass. */
  length: number
  /** How many packets begin in these bytes. A packet with filters counts once more for every 64 bytes. */
  packets: number
  /**
   * A packet announces more than `maxBytes`, a packet with filters more than `maxFiltersBytes`, or a length field is longer than the four
   * bytes of MQTT 3.1.1 §2.2.3.
   */
  isTooLarge: boolean
}

/**
 * Follows the packets of an MQTT byte stream. Of each chunk it lets pass what comes before the packet that would exceed
 * `maxPackets`. The rest must be measured again.
 */
export function createPacketMeter({ maxBytes, maxFiltersBytes }: PacketLimits) {
  let expecting: 'type' | 'length' | 'body' = 'type'
  let hasFilters = false
  let length = 0
  let lengthBytes = 0
  let bodyLeft = 0

  const readLengthByte = (byte: number): boolean => {
    length += (byte & 0x7f) * 128 ** lengthBytes
    lengthBytes += 1
    if (length > (hasFilters ? Math.min(maxFiltersBytes, maxBytes) : maxBytes)) return false
    if (lengthBytes === 4 && byte >= 0x80) return false
    if (byte < 0x80) {
      bodyLeft = length
      expecting = bodyLeft > 0 ? 'body' : 'type'
    }
    return true
  }

  return (chunk: Uint8Array, maxPackets: number): MeteredChunk => {
    let at = 0
    let packets = 0
    while (at < chunk.length) {
      if (expecting === 'body') {
        const taken = Math.min(bodyLeft, chunk.length - at)
        bodyLeft -= taken
        at += taken
        if (bodyLeft === 0) expecting = 'type'
        continue
      }
      if (expecting === 'type') {
        if (packets >= maxPackets) break
        packets += 1
        const type = (chunk[at] ?? 0) >> 4
        hasFilters = type === SUBSCRIBE || type === UNSUBSCRIBE
        expecting = 'length'
        length = 0
        lengthBytes = 0
        at += 1
        continue
      }
      const byte = chunk[at] ?? 0
      at += 1
      if (!readLengthByte(byte)) return { length: at, packets, isTooLarge: true }
      if (expecting !== 'length' && hasFilters) packets += Math.floor(length / FILTER_BYTES)
    }
    return { length: at, packets, isTooLarge: false }
  }
}
