import {
  type BridgePart,
  bridgePartsSchema,
  bridgeSecretSchema,
  createdBridgeSchema,
} from '@senca/contract/bridges'
import {
  type MqttCredentials,
  type MqttNotice,
  mqttCredentialsSchema,
  mqttStatusSchema,
} from '@senca/contract/mqtt'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { vi } from 'vitest'
import * as z from 'zod/mini'
import type { Answer, TestClient } from '../test-client.ts'
import { API, askBridges, newAppName } from './bridge-home.ts'

const configSchema = z.looseObject({ unique_id: z.string(), name: z.nullable(z.string()) })
export type HomeConfig = z.infer<typeof configSchema>

type Grant = 'view' | 'command'

export const askHomeBridge = (
  client: TestClient,
  deviceIds: readonly string[],
  { level = 'command', ...more }: { level?: Grant; [option: string]: unknown } = {},
): Promise<Answer> =>
  askBridges(client, 'create', {
    name: newAppName(),
    kind: 'home-assistant',
    options: { broker: 'own' },
    grants: Object.fromEntries(deviceIds.map((id) => [id, { permissions: [level] }])),
    ...more,
  })

/** Makes a bridge to Home Assistant. `login` is what a person types there; null at a joined broker. */
export async function createHomeBridge(
  client: TestClient,
  deviceIds: readonly string[],
  more: { level?: Grant; [option: string]: unknown } = {},
) {
  const { secret, ...bridge } = createdBridgeSchema.parse(
    await client.ok(askHomeBridge(client, deviceIds, more)),
  )
  return { bridge, login: secret === undefined ? null : mqttCredentialsSchema.parse(secret) }
}

export const renewLogin = async (client: TestClient, json: object): Promise<MqttCredentials> =>
  mqttCredentialsSchema.parse(
    bridgeSecretSchema.parse(await client.ok(askBridges(client, 'secret', json))).secret,
  )

export const partsOf = async (client: TestClient, id: string): Promise<BridgePart[]> =>
  bridgePartsSchema.parse(await client.ok(client.api('GET', `${API}/bridge/parts?id=${id}`)))

export const noticesOf = async (client: TestClient): Promise<MqttNotice[]> =>
  mqttStatusSchema.parse(await client.ok(client.api('GET', `${API}/mqtt/status`))).notices

/** A Home Assistant: a client that reads everything it may, and knows what is retained. */
export interface HomeAssistant {
  client: MqttClient
  /** Every message, as `topic payload`, with `(retained)` where it came because of the subscription. */
  received: string[]
  /** The newest payload of each topic; none after an empty one. */
  payloads: ReadonlyMap<string, string>
  /** The newest payload of a topic below that of the bridge, for the only device or that with this key. */
  stateOf(path: string, key?: string): string | undefined
  configs(): Map<string, HomeConfig>
  /** The keys of the devices that are announced. */
  keys(): string[]
  send(path: string, payload: string | Buffer, options?: { key?: string; retain?: boolean }): Promise<unknown>
  end(): Promise<void>
}

const BRIDGE_TOPIC = /^senca-bridge\/([^/]+)\/(.*)$/

export async function connectHome(options: IClientOptions, bridgeId: string): Promise<HomeAssistant> {
  const received: string[] = []
  const payloads = new Map<string, string>()
  const client = await connectAsync({ protocolVersion: 4, reconnectPeriod: 0, ...options })
  client.on('error', () => {})
  client.on('message', (topic, payload, { retain }) => {
    received.push(`${topic} ${payload.toString()}${retain ? ' (retained)' : ''}`)
    if (payload.length === 0) payloads.delete(topic)
    else payloads.set(topic, payload.toString())
  })
  await client.subscribeAsync('#', { qos: 1 })
  const configs = () =>
    new Map(
      [...payloads].flatMap(([topic, payload]) =>
        topic.endsWith('/config') && topic.includes(`/senca_${bridgeId.slice(0, 8)}/`)
          ? [[topic, configSchema.parse(JSON.parse(payload))] as const]
          : [],
      ),
    )
  const keys = () => [
    ...new Set(
      [...payloads.keys()].flatMap((topic) => {
        const [, id, path = ''] = BRIDGE_TOPIC.exec(topic) ?? []
        return id === bridgeId && path.includes('/') ? (path.split('/')[0] ?? []) : []
      }),
    ),
  ]
  const topicOf = (path: string, key = keys()[0]) => `senca-bridge/${bridgeId}/${key}/${path}`
  return {
    client,
    received,
    payloads,
    configs,
    keys,
    stateOf: (path, key) => payloads.get(topicOf(path, key)),
    send: (path, payload, { key, retain = false } = {}) =>
      client.publishAsync(topicOf(path, key), payload, { qos: 1, retain }),
    end: () => client.endAsync(true),
  }
}

/** Connects by the login of a bridge, and waits until as many devices are announced. */
export async function homeOf(
  app: { mqtt: { host: string; port: number } },
  { bridge, login }: Awaited<ReturnType<typeof createHomeBridge>>,
  devices = 1,
): Promise<HomeAssistant> {
  if (login === null) throw new Error('it has no login')
  const { username, password } = login
  const home = await connectHome({ ...app.mqtt, username, password }, bridge.id)
  await vi.waitFor(() => {
    if (home.keys().length < devices) throw new Error(`${home.keys().length} devices are announced`)
  })
  return home
}
