import type { MqttCredentials } from '@senca/contract/mqtt'

/** Bridges and firmware that have a guide, by the names of their pages. */
export const GUIDES = {
  zigbee2mqtt: 'Zigbee2MQTT',
  esphome: 'ESPHome',
  tasmota: 'Tasmota',
  shelly: 'Shelly',
  espsomfy: 'ESPSomfy-RTS',
  zwavejsui: 'Z-Wave JS UI',
} as const
export type Guide = keyof typeof GUIDES

/** What each connects. */
export const GUIDE_OF: Record<Guide, string> = {
  zigbee2mqtt: 'Zigbee',
  esphome: 'ESP32, ESP8266',
  tasmota: 'ESP32, ESP8266',
  shelly: 'Gen2, Gen3, Gen4',
  espsomfy: 'Somfy RTS',
  zwavejsui: 'Z-Wave',
}

/** The names of files, settings and menus in the software. Its guide uses them in every language. */
export const FOREIGN_NAMES = {
  file: 'configuration.yaml',
  sections: 'mqtt, homeassistant, availability',
  section: 'api',
  console: 'Console',
  option: 'SetOption80 1',
  settings: 'Settings',
  mqtt: 'MQTT',
  homeAssistant: 'Home Assistant',
} as const

export const isGuide = (name: string): name is Guide => Object.hasOwn(GUIDES, name)

/** A field on a screen of the other software, under the name that it has there; `on` stands for a switch that is turned on. */
export type ForeignField = { label: string; value: string } | { label: string; isOn: boolean }

/** What is typed there: lines for a file or a console, or fields. */
export type Entry = { kind: 'lines'; text: string } | { kind: 'fields'; fields: readonly ForeignField[] }

/** Texts below what is typed that are not true for everybody. */
export type GuideNote = 'tls' | 'mdns' | 'replacePart'

/** Software that cannot be given a client id, or whose discovery has a fixed topic, cannot use a prefix. */
const WITHOUT_PREFIX: ReadonlySet<Guide> = new Set(['tasmota', 'espsomfy', 'zwavejsui'])

/** Whether the guide works with the server's broker; otherwise only with a broker of the person's own. */
export const worksWith = (guide: Guide, { topicPrefix }: Pick<MqttCredentials, 'topicPrefix'>): boolean =>
  topicPrefix === '' || !WITHOUT_PREFIX.has(guide)

/** What is typed into the software for a login, with all of its values. */
export const entryOf = (guide: Guide, login: MqttCredentials): Entry => ENTRIES[guide](login)

export function notesOf(guide: Guide, { host, tls, topicPrefix }: MqttCredentials): GuideNote[] {
  const isSmall = guide === 'esphome' || guide === 'tasmota'
  return [
    ...(tls && (isSmall || guide === 'shelly') ? ['tls' as const] : []),
    ...(isSmall && host.endsWith('.local') ? ['mdns' as const] : []),
    ...(topicPrefix !== '' && guide !== 'zigbee2mqtt' ? ['replacePart' as const] : []),
  ]
}

const lines = (...text: readonly (string | false)[]): Entry => ({
  kind: 'lines',
  text: text.filter((line) => line !== false).join('\n'),
})

/** In YAML, letters and digits could be read as a number. */
const quoted = (text: string): string => `'${text}'`

const urlOf = ({ host, port, tls }: MqttCredentials): string => `${tls ? 'mqtts' : 'mqtt'}://${host}:${port}`

const ENTRIES: Record<Guide, (login: MqttCredentials) => Entry> = {
  zigbee2mqtt(login) {
    const { username, password, topicPrefix, discoveryPrefix } = login
    const isPrefixed = topicPrefix !== ''
    return lines(
      'mqtt:',
      `  server: ${quoted(urlOf(login))}`,
      `  user: ${quoted(username)}`,
      `  password: ${quoted(password)}`,
      `  base_topic: ${topicPrefix}zigbee2mqtt`,
      isPrefixed && `  client_id: ${quoted(username)}`,
      '  version: 4 # MQTT 3.1.1',
      'homeassistant:',
      '  enabled: true',
      `  discovery_topic: ${topicPrefix}${discoveryPrefix}`,
      isPrefixed && `  status_topic: ${topicPrefix}${discoveryPrefix}/status`,
      'availability:',
      '  enabled: true',
    )
  },
  esphome({ host, port, username, password, topicPrefix, discoveryPrefix }) {
    return lines(
      'mqtt:',
      `  broker: ${quoted(host)}`,
      `  port: ${port}`,
      `  username: ${quoted(username)}`,
      `  password: ${quoted(password)}`,
      topicPrefix !== '' && `  client_id: ${quoted(username)}`,
      topicPrefix !== '' && `  topic_prefix: ${topicPrefix}my-device`,
      `  discovery_prefix: ${topicPrefix}${discoveryPrefix}`,
    )
  },
  tasmota({ host, port, tls, username, password }) {
    const commands = [
      `MqttHost ${host}`,
      `MqttPort ${port}`,
      `MqttUser ${username}`,
      `MqttPassword ${password}`,
      ...(tls ? ['SetOption103 1'] : []),
      'SetOption19 0',
    ]
    return lines(`Backlog ${commands.join('; ')}`)
  },
  shelly({ host, port, username, password, topicPrefix }) {
    return {
      kind: 'fields',
      fields: [
        { label: 'Enable MQTT network', isOn: true },
        { label: 'Server', value: `${host}:${port}` },
        { label: 'Username', value: username },
        { label: 'Password', value: password },
        ...(topicPrefix === ''
          ? []
          : [
              { label: 'Client ID', value: username },
              { label: 'MQTT prefix', value: `${topicPrefix}my-device` },
            ]),
        { label: 'Enable RPC over MQTT', isOn: true },
        { label: 'RPC status notifications over MQTT', isOn: true },
        { label: 'Generic status update over MQTT', isOn: true },
      ],
    }
  },
  espsomfy({ host, port, tls, username, password, discoveryPrefix }) {
    return {
      kind: 'fields',
      fields: [
        { label: 'Enable MQTT client', isOn: true },
        { label: 'Publish Discovery', isOn: true },
        { label: 'Protocol', value: tls ? 'MQTTS' : 'MQTT' },
        { label: 'Host', value: host },
        { label: 'Port', value: String(port) },
        { label: 'Username', value: username },
        { label: 'Password', value: password },
        { label: 'Root Topic', value: 'espsomfy' },
        { label: 'Discovery Topic', value: discoveryPrefix },
      ],
    }
  },
  zwavejsui(login) {
    const { host, port, tls, username, password, discoveryPrefix } = login
    return {
      kind: 'fields',
      fields: [
        { label: 'Host url', value: `${tls ? 'mqtts' : 'mqtt'}://${host}` },
        { label: 'Port', value: String(port) },
        { label: 'Prefix', value: 'zwave' },
        { label: 'Auth', isOn: true },
        { label: 'Username', value: username },
        { label: 'Password', value: password },
        { label: 'MQTT Discovery', isOn: true },
        { label: 'Discovery prefix', value: discoveryPrefix },
        { label: 'Retained discovery', isOn: true },
      ],
    }
  },
}
