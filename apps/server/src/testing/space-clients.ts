import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'

export interface SpaceClientOptions {
  mqtt: { host: string; port: number }
  username: string
  password: string
}

/** A stock client in a space, and the messages that it received, as `topic payload`. */
export async function connectToSpace(
  { mqtt: { host, port }, username, password }: SpaceClientOptions,
  options: IClientOptions = {},
): Promise<{ client: MqttClient; received: string[] }> {
  const client = await connectAsync({
    host,
    port,
    username,
    password,
    protocolVersion: 4,
    reconnectPeriod: 0,
    ...options,
  })
  const received: string[] = []
  client.on('error', () => {})
  client.on('message', (topic, payload) => void received.push(`${topic} ${payload.toString()}`))
  return { client, received }
}
