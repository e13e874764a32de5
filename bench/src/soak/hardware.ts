import { connect, type MqttClient } from 'mqtt'

/** A controller that reports as fast as requested and ignores commands. */
export interface Hardware {
  readonly client: MqttClient
  /** Reports a position 0..1 with the next update count. */
  report(position: number): void
  /** Cuts the connection without a clean disconnect. */
  cut(): void
}

const CONNECT_WITHIN_MS = 10_000

/**
 * Connects and resolves when the broker has accepted the connection. `restarts` must increase with every connection of a device.
 */
export function plugIn(
  { host, port }: { host: string; port: number },
  { id, secret }: { id: string; secret: string },
  restarts: number,
): Promise<Hardware> {
  const client = connect(`mqtt://${host}:${port}`, {
    clientId: id,
    username: id,
    password: secret,
    reconnectPeriod: 0,
    connectTimeout: CONNECT_WITHIN_MS,
    will: { topic: `senca/${id}/status`, payload: Buffer.from('{"connected":false}'), qos: 1, retain: true },
  })
  let totalStateUpdates = 0
  const say = (topic: string, body: object) =>
    client.publish(`senca/${id}/${topic}`, JSON.stringify(body), { qos: 1, retain: true })
  const hardware: Hardware = {
    client,
    report(position) {
      totalStateUpdates += 1
      say('state', { status: 'ready', position, totalRestarts: restarts, totalStateUpdates })
    },
    cut: () => client.stream.destroy(),
  }
  return new Promise((done, fail) => {
    client.once('connect', () => {
      say('status', { connected: true, type: 'awning', version: 2 })
      hardware.report(0)
      done(hardware)
    })
    client.once('close', () => fail(new Error('the broker closed the connection')))
    client.on('error', fail)
  })
}
