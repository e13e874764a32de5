import { deviceCommandMessageSchema, parseDeviceMessage } from '@senca/contract'
import { connect, type MqttClient } from 'mqtt'

/** A device that accepts every command at once and immediately reports its target as reached. */
export interface ObedientDevice {
  readonly client: MqttClient
  end(): void
}

interface Options {
  mqtt: { host: string; port: number }
  id: string
  secret: string
  type: string
  state: Record<string, unknown>
}

/** Connects, and reconnects whenever it is disconnected. */
export function plugInObedient({ mqtt, id, secret, type, state: fields }: Options): ObedientDevice {
  const client = connect(`mqtt://${mqtt.host}:${mqtt.port}`, {
    clientId: id,
    username: id,
    password: secret,
    reconnectPeriod: 200,
    will: { topic: `senca/${id}/status`, payload: Buffer.from('{"connected":false}'), qos: 1, retain: true },
  })
  const state: Record<string, unknown> = { status: 'ready', ...fields }
  let totalRestarts = 0
  let totalStateUpdates = 0
  const say = (topic: string, body: object, retain = true) =>
    client.publish(`senca/${id}/${topic}`, JSON.stringify(body), { qos: 1, retain })
  const report = () => {
    totalStateUpdates += 1
    say('state', { ...state, totalRestarts, totalStateUpdates })
  }
  client.on('error', () => {})
  client.on('connect', () => {
    totalRestarts += 1
    totalStateUpdates = 0
    client.subscribe(`senca/${id}/command`, { qos: 1 })
    say('status', { connected: true, type, version: 2 })
    report()
  })
  client.on('message', (_topic, payload) => {
    const parsed = parseDeviceMessage(deviceCommandMessageSchema, payload.toString())
    if (!parsed.ok) return
    const { id: commandId, command } = parsed.value
    if (command.command === 'move' && command.position !== undefined) state.position = command.position / 100
    if (command.command === 'settings') state.settings = command.settings
    say('result', { id: commandId, status: 'success' }, false)
    report()
  })
  return { client, end: () => client.end(true) }
}
