/**
 * Watches one MQTT byte stream and answers false to the chunk in which a packet's announced length passes
 * `maxBytes`, or whose length field is longer than the four bytes of MQTT 3.1.1 §2.2.3.
 */
export function createPacketMeter(maxBytes: number): (chunk: Uint8Array) => boolean {
  let expecting: 'type' | 'length' | 'body' = 'type'
  let length = 0
  let lengthBytes = 0
  let bodyLeft = 0

  const readLengthByte = (byte: number): boolean => {
    length += (byte & 0x7f) * 128 ** lengthBytes
    lengthBytes += 1
    if (length > maxBytes || (lengthBytes === 4 && byte >= 0x80)) return false
    if (byte < 0x80) {
      bodyLeft = length
      expecting = bodyLeft > 0 ? 'body' : 'type'
    }
    return true
  }

  return (chunk) => {
    let at = 0
    while (at < chunk.length) {
      if (expecting === 'body') {
        const taken = Math.min(bodyLeft, chunk.length - at)
        bodyLeft -= taken
        at += taken
        if (bodyLeft === 0) expecting = 'type'
        continue
      }
      const byte = chunk[at] ?? 0
      at += 1
      if (expecting === 'type') {
        expecting = 'length'
        length = 0
        lengthBytes = 0
      } else if (!readLengthByte(byte)) {
        return false
      }
    }
    return true
  }
}
