import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { generate, type Packet, parser } from 'mqtt-packet'
import { REASONS, type Reason } from './mqtt5-packets.ts'
import { createMqtt5Session } from './mqtt5-session.ts'

/** A client gets this long to take the last words. */
const LINGER_MS = 1_000
const MQTT_311 = { protocolVersion: 4 }
const MQTT_5 = { protocolVersion: 5 }

/**
 * The connection of an MQTT 5 client as a broker of MQTT 3.1.1 sees it. `reasonOf` says why the broker ended it; what
 * breaks the standard ends it from here, the last will being published.
 */
export function speakMqtt5(socket: Socket, reasonOf: (error: Error | null) => Reason): Duplex {
  const session = createMqtt5Session()
  const fromClient = parser()
  const fromBroker = parser(MQTT_311)
  let isWanted = false
  let isInputOver = false
  let replies: Packet[] = []

  /** False while the socket is full. */
  const tell = (packets: Packet[]): boolean =>
    packets.length === 0 ||
    !socket.writable ||
    socket.write(Buffer.concat(packets.map((packet) => generate(packet, MQTT_5))))

  const endInput = () => {
    if (isInputOver) return
    isInputOver = true
    stream.push(null)
  }
  const refuse = (reason: Reason) => {
    tell(session.goodbye(reason))
    endInput()
  }
  const hear = (chunk: Buffer) => {
    try {
      fromClient.parse(chunk)
    } catch {
      refuse(REASONS.malformedPacket)
    }
  }
  const pump = () => {
    while (isWanted && !isInputOver) {
      const chunk: unknown = socket.read()
      if (!Buffer.isBuffer(chunk)) return
      hear(chunk)
    }
  }

  fromClient.on('error', () => refuse(REASONS.malformedPacket))
  fromClient.on('packet', (packet) => {
    const { toBroker, toClient, isOver } = session.fromClient(packet)
    tell(toClient)
    for (const translated of toBroker) {
      if (!isInputOver && !stream.push(generate(translated, MQTT_311))) isWanted = false
    }
    if (isOver) endInput()
  })
  fromBroker.on('packet', (packet) => {
    replies.push(...session.fromBroker(packet))
  })

  const stream = new Duplex({
    read() {
      isWanted = true
      pump()
    },
    writev(chunks, done) {
      let isFlowing = true
      try {
        for (const { chunk } of chunks) fromBroker.parse(chunk)
        isFlowing = tell(replies)
      } catch {
        done(new Error('not sayable in MQTT 5'))
        return
      }
      replies = []
      if (session.isOver()) endInput()
      if (isFlowing) done()
      else socket.once('drain', done)
    },
    destroy(error, done) {
      isInputOver = true
      // What is left unread would make the end of the connection a reset, and the last words lost.
      socket.removeListener('readable', pump)
      socket.resume()
      if (!socket.destroyed) {
        if (socket.writable) tell(session.goodbye(reasonOf(error)))
        const patience = setTimeout(() => socket.destroy(), LINGER_MS)
        socket.once('close', () => clearTimeout(patience))
        socket.destroySoon()
      }
      done(error)
    },
  })
  socket.on('readable', pump)
  socket.on('end', endInput)
  socket.on('error', () => {})
  socket.on('close', () => stream.destroy())
  return stream
}
