import { setTimeout as wait } from 'node:timers/promises'
import { sharedNow } from '../monotonic.ts'
import { AVAILABILITY_TOPIC, announcedCover, type COVER_FORMS } from './announced-cover.ts'
import { type BridgeOrder, bridgeOrderSchema } from './bridge-orders.ts'
import { type MqttSocket, openMqttSocket } from './mqtt-socket.ts'

// A process with one bridge in the space of an account: it announces covers, reports their states and carries out commands at once.
const TICK_MS = 5
const PING_EVERY_MS = 30_000
const FILTERS = ['+/set', '+/+/+/set']

let socket: MqttSocket | undefined
const coverByCommand = new Map<string, ReturnType<typeof announcedCover>>()

const coversOf = ({ form, count }: { form: (typeof COVER_FORMS)[number]; count: number }) =>
  Array.from({ length: count }, (_, number) => announcedCover(form, number))

function send(messages: readonly { topic: string; payload: string; retain: boolean }[]): number {
  for (const { topic, payload, retain } of messages) socket?.publish(topic, payload, retain)
  return messages.length
}

async function carryOut(order: BridgeOrder): Promise<number> {
  if (order.do === 'connect') {
    socket = openMqttSocket({
      ...order,
      clientId: 'bridge',
      will: { topic: AVAILABILITY_TOPIC, payload: 'offline' },
      received(topic, payload) {
        const cover = coverByCommand.get(topic)
        if (cover !== undefined)
          socket?.publish(cover.stateTopic, cover.stateOf(cover.positionOf(payload), true), false)
      },
      closed: () => process.exit(1),
    })
    await socket.ready()
    for (const filter of FILTERS) await socket.subscribe(filter)
    setInterval(() => socket?.ping(), PING_EVERY_MS)
    return send([{ topic: AVAILABILITY_TOPIC, payload: 'online', retain: true }])
  }
  const covers = coversOf(order)
  if (order.do === 'report') return report(covers, order)
  for (const cover of covers) coverByCommand.set(cover.commandTopic, cover)
  return send(
    covers.map(({ configTopic, config }) => ({
      topic: configTopic,
      payload: order.do === 'announce' ? config : '',
      retain: true,
    })),
  )
}

/** States at an even rate, one cover after the other in a circle. */
async function report(
  covers: ReturnType<typeof coversOf>,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number> {
  const begun = sharedNow()
  const total = covers.length * perSecond * seconds
  let sent = 0
  while (sent < total) {
    const due = Math.min(total, ((sharedNow() - begun) / 1_000) * perSecond * covers.length)
    for (; sent < due; sent += 1) {
      const cover = covers[sent % covers.length]
      const position = 1 + (Math.floor(sent / covers.length) % 98)
      if (cover !== undefined) socket?.publish(cover.stateTopic, cover.stateOf(position, true), false)
    }
    await wait(TICK_MS)
  }
  return sent
}

process.on('message', (message) => {
  carryOut(bridgeOrderSchema.parse(message)).then(
    (sent) => process.send?.({ ok: true, sent }),
    (error: unknown) => process.send?.({ ok: false, reason: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({ started: true })
