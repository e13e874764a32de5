import { connectAsync, type MqttClient } from 'mqtt'
import * as z from 'zod/mini'

const commandSchema = z.looseObject({
  id: z.string(),
  command: z.string(),
  sentAt: z.string(),
  expiresAt: z.string(),
})
export type ReceivedCommand = z.infer<typeof commandSchema>

type StateFields = Record<string, unknown>

export type OnCommand = (command: ReceivedCommand, device: FakeDevice) => void
/** Acknowledges every command and reports nothing afterwards. */
export const obedient: OnCommand = (command, device) => device.succeed(command)

interface FakeDeviceOptions {
  mqtt: { host: string; port: number }
  id: string
  secret: string
  type: string
  status?: object
  state?: StateFields
  /** The number of its connection; absent if it does not count them. */
  session?: number
  /** The first value of its restart count. */
  totalRestarts?: number
  /** Whether it refuses settings without a value, like firmware that does not know the time message. */
  refusesTime?: boolean
  /** How it reacts to a command; by default it reports success and its current state. */
  onCommand?: OnCommand
}

export interface FakeDevice {
  client: MqttClient
  /** The received commands without the first one, which contains the time. */
  received: ReceivedCommand[]
  /** The first command after it subscribed. */
  time: ReceivedCommand | null
  /** Reports a state with the next count, merged into the previous one. */
  report(fields?: StateFields): void
  succeed(command: ReceivedCommand): void
  refuse(command: ReceivedCommand, error: string): void
  publish(topic: string, body: object | string): void
  /** Closes the connection without a DISCONNECT, so that the will is published. */
  cut(): void
  end(): Promise<void>
}

/** A device written only from docs/hardware/device-protocol.md, as a firmware developer would do it. */
export async function connectFakeDevice(options: FakeDeviceOptions): Promise<FakeDevice> {
  const { mqtt, id, secret, type, totalRestarts = 1 } = options
  const state: StateFields = { status: 'ready', position: 0, ...options.state }
  let totalStateUpdates = 0
  const client = await connectAsync(`mqtt://${mqtt.host}:${mqtt.port}`, {
    clientId: id,
    username: id,
    password: secret,
    reconnectPeriod: 0,
    will: {
      topic: `senca/${id}/status`,
      payload: Buffer.from(JSON.stringify({ connected: false, session: options.session })),
      qos: 1,
      retain: true,
    },
  })
  const send = (topic: string, body: object | string, retain: boolean) => {
    client.publish(`senca/${id}/${topic}`, typeof body === 'string' ? body : JSON.stringify(body), {
      qos: 1,
      retain,
    })
  }
  const device: FakeDevice = {
    client,
    received: [],
    time: null,
    report(fields = {}) {
      Object.assign(state, fields)
      totalStateUpdates += 1
      send('state', { ...state, totalRestarts, totalStateUpdates }, true)
    },
    succeed: (command) => send('result', { id: command.id, status: 'success' }, false),
    refuse: (command, error) => send('result', { id: command.id, status: 'error', error }, false),
    publish: (topic, body) => send(topic, body, false),
    cut: () => client.stream.destroy(),
    end: () => client.endAsync(true),
  }
  const onCommand =
    options.onCommand ??
    ((command: ReceivedCommand) => {
      device.succeed(command)
      device.report()
    })
  client.on('error', () => {})
  client.on('message', (_topic, payload) => {
    const command = commandSchema.parse(JSON.parse(payload.toString()))
    if (device.time === null) {
      device.time = command
      if (options.refusesTime === true) device.refuse(command, 'invalid_command')
      else device.succeed(command)
      return
    }
    device.received.push(command)
    onCommand(command, device)
  })
  await client.subscribeAsync(`senca/${id}/command`, { qos: 1 })
  send('status', { connected: true, session: options.session, type, version: 2, ...options.status }, true)
  device.report()
  return device
}
