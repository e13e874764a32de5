import mqtt, { type MqttClient } from 'mqtt'

export interface BridgeLogin {
  host: string
  port: number
  username: string
  password: string
}

/** A bridge of another maker: an MQTT client that logs in to the space of an account and announces hardware there. */
export interface Bridge {
  /** The messages that it received, oldest first, each as topic and payload. */
  readonly received: readonly string[]
  publish(topic: string, payload: object | string, isRetained?: boolean): Promise<void>
  /** Announces hardware as bridges do for Home Assistant: retained, below `homeassistant`. */
  announce(component: string, name: string, config: object): Promise<void>
  /** Calls `listener` with each message on a topic. */
  onMessage(topic: string, listener: (payload: string) => void): void
  end(): Promise<void>
}

export async function connectBridge({ host, port, username, password }: BridgeLogin): Promise<Bridge> {
  const client: MqttClient = await mqtt.connectAsync({ host, port, username, password, protocol: 'mqtt' })
  const received: string[] = []
  const listeners = new Map<string, (payload: string) => void>()
  client.on('message', (topic, payload) => {
    received.push(`${topic} ${payload}`)
    listeners.get(topic)?.(String(payload))
  })
  const publish = async (topic: string, payload: object | string, retain: boolean) => {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
    await client.publishAsync(topic, text, { qos: 1, retain })
  }
  await client.subscribeAsync('#')
  return {
    received,
    publish: (topic, payload, isRetained = false) => publish(topic, payload, isRetained),
    announce: (component, name, config) => publish(`homeassistant/${component}/${name}/config`, config, true),
    onMessage: (topic, listener) => void listeners.set(topic, listener),
    end: () => client.endAsync(),
  }
}

const zigbeeDevice = (id: string, name: string, manufacturer: string, model: string) => ({
  identifiers: [`zigbee2mqtt_${id}`],
  name,
  manufacturer,
  model,
})

/** A shade as Zigbee2MQTT announces it: position 100 is open. */
export const zigbeeShade = (id: string, name: string) => ({
  name: null,
  unique_id: `${id}_cover_zigbee2mqtt`,
  command_topic: `zigbee2mqtt/${name}/set`,
  position_topic: `zigbee2mqtt/${name}`,
  position_template: '{{ value_json.position }}',
  set_position_topic: `zigbee2mqtt/${name}/set`,
  set_position_template: '{ "position": {{ position }} }',
  availability: [{ topic: 'zigbee2mqtt/bridge/state', value_template: '{{ value_json.state }}' }],
  device_class: 'shade',
  origin: { name: 'Zigbee2MQTT', sw: '2.14.1' },
  device: zigbeeDevice(id, name, 'IKEA', 'FYRTUR block-out roller blind'),
})
