interface Publish {
  topic: string
  payload: string
  qos: 0 | 1
  /** Counts only with QoS 1. */
  messageId: number
}

const PUBLISH = 0x30
const QOS_1 = 0x02
const NUMBER_BYTES = 2

/** The bytes of a PUBLISH packet, MQTT 3.1.1 §3.3, neither retained nor repeated; mqtt-packet makes a stream for each. */
export function encodePublish({ topic, payload, qos, messageId }: Publish): Buffer {
  const topicBytes = Buffer.byteLength(topic)
  const idBytes = qos === 0 ? 0 : NUMBER_BYTES
  const length = lengthField(NUMBER_BYTES + topicBytes + idBytes + Buffer.byteLength(payload))
  const bytes = Buffer.allocUnsafe(1 + length.length + NUMBER_BYTES + topicBytes + idBytes)
  let at = bytes.writeUInt8(PUBLISH | (qos === 0 ? 0 : QOS_1))
  for (const byte of length) at = bytes.writeUInt8(byte, at)
  at = bytes.writeUInt16BE(topicBytes, at)
  at += bytes.write(topic, at)
  if (qos === 1) bytes.writeUInt16BE(messageId, at)
  return Buffer.concat([bytes, Buffer.from(payload)])
}

/** Seven bits a byte, the lowest first; the eighth says that more follow (§2.2.3). */
function lengthField(length: number): number[] {
  const low = length % 0x80
  const rest = Math.floor(length / 0x80)
  return rest === 0 ? [low] : [low | 0x80, ...lengthField(rest)]
}
