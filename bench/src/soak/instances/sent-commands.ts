import { connectAsync } from 'mqtt'
import * as z from 'zod/mini'

const commandSchema = z.looseObject({
  id: z.string(),
  command: z.string(),
  position: z.optional(z.number()),
})

interface SentCommand {
  id: string
  command: string
  position?: number | undefined
  atMs: number
}

/** All commands that servers send to devices, as the broker delivers them. */
export interface SentCommands {
  to(deviceId: string): SentCommand[]
  count(): number
  /** Whether it was connected for the whole time between two moments. */
  sawAll(fromMs: number, toMs: number): boolean
  /** The commands whose id was sent more than once since the last call. */
  drainRepeated(): string[]
  end(): Promise<void>
}

const RECONNECT_MS = 100
const COMMAND_TOPIC = /^senca\/([^/]+)\/command$/

/** Subscribes to the commands at the broker, and reconnects when the broker is back. */
export async function followCommands(brokerUrl: string): Promise<SentCommands> {
  const sentByDevice = new Map<string, SentCommand[]>()
  const ids = new Set<string>()
  let repeated: string[] = []
  const breaks: { fromMs: number; toMs: number }[] = []
  const client = await connectAsync(brokerUrl, { reconnectPeriod: RECONNECT_MS, resubscribe: false })
  client.on('error', () => {})
  client.on('close', () => {
    if (breaks.at(-1)?.toMs !== Number.POSITIVE_INFINITY)
      breaks.push({ fromMs: Date.now(), toMs: Number.POSITIVE_INFINITY })
  })
  const subscribe = () => client.subscribeAsync('senca/+/command', { qos: 1 })
  client.on('connect', () => {
    subscribe().then(
      () => {
        const last = breaks.at(-1)
        if (last !== undefined) last.toMs = Date.now()
      },
      () => {},
    )
  })
  client.on('message', (topic, payload) => {
    const [, deviceId = ''] = COMMAND_TOPIC.exec(topic) ?? []
    const { id, command, position } = commandSchema.parse(JSON.parse(payload.toString()))
    if (ids.has(id)) repeated.push(`${command} ${id} to ${deviceId}`)
    ids.add(id)
    const sent = sentByDevice.get(deviceId) ?? []
    sent.push({ id, command, position, atMs: Date.now() })
    sentByDevice.set(deviceId, sent)
  })
  const [granted] = await subscribe()
  if (granted === undefined || granted.qos > 1) throw new Error('the commands cannot be followed')
  return {
    to: (deviceId) => sentByDevice.get(deviceId) ?? [],
    count: () => ids.size,
    sawAll: (fromMs, toMs) => breaks.every((each) => each.toMs < fromMs || each.fromMs > toMs),
    drainRepeated() {
      const taken = repeated
      repeated = []
      return taken
    },
    end: () => client.endAsync(true),
  }
}
