/** The forms of an announcement: the shortest one that is usual, and that of a bridge whose messages need templates. */
export const COVER_FORMS = ['plain', 'zigbee2mqtt'] as const
export type CoverForm = (typeof COVER_FORMS)[number]

interface AnnouncedCover {
  configTopic: string
  config: string
  stateTopic: string
  /** The message by which it reports a position in percent, 100 for open. */
  stateOf(position: number, isMoving: boolean): string
  commandTopic: string
  /** The position that a command asks for. */
  positionOf(command: string): number
}

export const AVAILABILITY_TOPIC = 'bridge/state'

/** A cover that a bridge announces by MQTT discovery: 400 bytes if plain, 1.1 KB with three templates as Zigbee2MQTT does. */
export const announcedCover = (form: CoverForm, number: number): AnnouncedCover =>
  form === 'plain' ? plainCover(`plain-${number}`) : zigbee2mqttCover(`0xa4c1380${10_000_000 + number}`)

function plainCover(name: string): AnnouncedCover {
  const config = {
    name: `Blind ${name}`,
    unique_id: `${name}_cover`,
    device_class: 'shutter',
    command_topic: `${name}/set`,
    position_topic: `${name}/position`,
    set_position_topic: `${name}/set`,
    device: { identifiers: [`device_${name}`], name: `Blind ${name}`, manufacturer: 'Bench', model: 'Cover' },
  }
  return {
    configTopic: `homeassistant/cover/${name}/config`,
    config: JSON.stringify({ ...config, availability_topic: AVAILABILITY_TOPIC }),
    stateTopic: `${name}/position`,
    stateOf: String,
    commandTopic: `${name}/set`,
    positionOf: Number,
  }
}

function zigbee2mqttCover(address: string): AnnouncedCover {
  const topic = `zigbee2mqtt/${address}/left`
  const config = {
    availability: [{ topic: AVAILABILITY_TOPIC }],
    command_topic: `${topic}/set`,
    device: {
      identifiers: [`zigbee2mqtt_${address}`],
      name: address,
      model: 'Dual smart curtain switch',
      model_id: 'TS130F_GIRIER_DUAL',
      manufacturer: 'Girier',
      via_device: 'zigbee2mqtt_bridge_0x00124b00120144ae',
    },
    name: 'Left',
    object_id: `${address}_left`,
    default_entity_id: `cover.${address}_left`,
    origin: { name: 'Zigbee2MQTT', sw: '2.14.1', url: 'https://www.zigbee2mqtt.io' },
    position_template: '{{ value_json["position"] }}',
    position_topic: topic,
    set_position_template: '{ "position_left": {{ position }} }',
    set_position_topic: `${topic}/set`,
    state_closing: 'DOWN',
    state_opening: 'UP',
    state_stopped: 'STOP',
    state_topic: topic,
    unique_id: `${address}_cover_left_zigbee2mqtt`,
    value_template:
      '{% if "moving" in value_json and value_json["moving"] %} {{ value_json["moving"] }} {% else %} STOP {% endif %}',
  }
  return {
    configTopic: `homeassistant/cover/${address}/cover_left/config`,
    config: JSON.stringify(config),
    stateTopic: topic,
    stateOf: (position, isMoving) =>
      JSON.stringify({ position, moving: isMoving ? 'UP' : 'STOP', linkquality: 87, motor_reversal: 'OFF' }),
    commandTopic: `${topic}/set`,
    positionOf: (command) => Number(/\d+/.exec(command)?.[0]),
  }
}
