import { connect, type Socket } from 'node:net'
import { generate, type Packet, parser } from 'mqtt-packet'

const KEEP_ALIVE_S = 60

interface MqttSocketOptions {
  host: string
  port: number
  clientId: string
  /** The client id if left out, as of a device. */
  username?: string
  password: string
  /** The last will, which the broker publishes when the connection ends without a disconnect. */
  will: { topic: string; payload: string } | null
  received(topic: string, payload: string): void
  closed(): void
}

/** A minimal MQTT 3.1.1 client for a device: QoS 1 in both directions, without storage and retransmission. */
export function openMqttSocket({
  host,
  port,
  clientId,
  username = clientId,
  password,
  will,
  received,
  closed,
}: MqttSocketOptions) {
  const socket: Socket = connect({ host, port, noDelay: true })
  const packets = parser({ protocolVersion: 4 })
  const answers = new Map<string, (packet: Packet) => void>()
  let messageId = 0

  const send = (packet: Packet) => socket.write(generate(packet))
  const nextId = () => {
    messageId = (messageId % 65_535) + 1
    return messageId
  }
  const answerTo = (name: string) =>
    new Promise<Packet>((resolve, reject) => {
      answers.set(name, resolve)
      socket.once('close', () => reject(new Error(`${clientId}: no ${name}`)))
    })

  packets.on('packet', (packet) => {
    if (packet.cmd === 'publish') {
      // Sends the acknowledgement and the answers to the message in one write.
      socket.cork()
      if (packet.qos === 1) send({ cmd: 'puback', messageId: packet.messageId ?? 0 })
      received(packet.topic, packet.payload.toString())
      socket.uncork()
      return
    }
    answers.get(packet.cmd)?.(packet)
  })
  socket.on('data', (bytes) => packets.parse(bytes))
  socket.on('error', () => {})
  socket.on('close', closed)
  socket.once('connect', () =>
    send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      keepalive: KEEP_ALIVE_S,
      clientId,
      username,
      password: Buffer.from(password),
      ...(will === null
        ? {}
        : { will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: true } }),
    }),
  )

  return {
    /** Resolves when the broker has accepted the connection. */
    async ready(): Promise<void> {
      const answer = await answerTo('connack')
      if (answer.cmd === 'connack' && answer.returnCode !== 0) throw new Error(`${clientId} was refused`)
    },
    async subscribe(topic: string): Promise<void> {
      const granted = answerTo('suback')
      send({ cmd: 'subscribe', messageId: nextId(), subscriptions: [{ topic, qos: 1 }] })
      await granted
    },
    publish(topic: string, payload: string, retain: boolean) {
      send({ cmd: 'publish', topic, payload, qos: 1, messageId: nextId(), retain, dup: false })
    },
    /** Must be called more often than once a minute. */
    ping: () => send({ cmd: 'pingreq' }),
    /** Cuts the connection as a power cut does. */
    cut: () => socket.destroy(),
  }
}

export type MqttSocket = ReturnType<typeof openMqttSocket>
