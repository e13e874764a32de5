import type { MqttCredentials } from '@senca/contract/mqtt'
import { describe, expect, it } from 'vitest'
import { entryOf, GUIDES, type Guide, isGuide, notesOf, worksWith } from './guides.ts'

const LOGIN: MqttCredentials = {
  name: 'default',
  host: 'senca.example.com',
  port: 1883,
  tls: false,
  tlsPort: 8883,
  username: 'habcdefghjkm2',
  password: 'ABCDEFGHJKLMNPQRSTUVWXYZ',
  topicPrefix: '',
  discoveryPrefix: 'homeassistant',
}
const PREFIXED = { ...LOGIN, topicPrefix: 'home/k/' }
const GUIDE_NAMES = Object.keys(GUIDES).filter(isGuide)

const textOf = (guide: Guide, login: MqttCredentials): string => {
  const entry = entryOf(guide, login)
  if (entry.kind === 'lines') return entry.text
  return entry.fields
    .map((field) => ('value' in field ? `${field.label}: ${field.value}` : field.label))
    .join('\n')
}

describe('[HW46] a guide', () => {
  it.each(GUIDE_NAMES)('of %s has every value of the login', (guide) => {
    const text = textOf(guide, LOGIN)
    for (const value of [LOGIN.host, '1883', LOGIN.username, LOGIN.password]) expect(text).toContain(value)
  })

  it.each(['zigbee2mqtt', 'esphome', 'espsomfy', 'zwavejsui'] as const)(
    'of %s has the discovery prefix',
    (guide) => {
      expect(textOf(guide, LOGIN)).toContain('homeassistant')
    },
  )

  it('of Zigbee2MQTT is its configuration', () => {
    expect(textOf('zigbee2mqtt', LOGIN)).toBe(`mqtt:
  server: 'mqtt://senca.example.com:1883'
  user: 'habcdefghjkm2'
  password: 'ABCDEFGHJKLMNPQRSTUVWXYZ'
  base_topic: zigbee2mqtt
  version: 4 # MQTT 3.1.1
homeassistant:
  enabled: true
  discovery_topic: homeassistant
availability:
  enabled: true`)
  })

  it('of Tasmota is one line for its console', () => {
    expect(textOf('tasmota', LOGIN)).toBe(
      'Backlog MqttHost senca.example.com; MqttPort 1883; MqttUser habcdefghjkm2; MqttPassword ABCDEFGHJKLMNPQRSTUVWXYZ; SetOption19 0',
    )
  })

  it.each([
    ['zigbee2mqtt', 'mqtts://senca.example.com:8883'],
    ['tasmota', 'SetOption103 1'],
    ['espsomfy', 'Protocol: MQTTS'],
    ['zwavejsui', 'Host url: mqtts://senca.example.com'],
  ] as const)('of %s uses TLS where the port speaks it', (guide, text) => {
    expect(textOf(guide, { ...LOGIN, port: 8883, tls: true, tlsPort: null })).toContain(text)
  })
})

describe('[HW12] where a prefix is needed', () => {
  it.each(['zigbee2mqtt', 'esphome', 'shelly'] as const)(
    '%s has it, and the user name as client id',
    (guide) => {
      expect(worksWith(guide, PREFIXED)).toBe(true)
      expect(textOf(guide, PREFIXED)).toContain('home/k/')
      expect(textOf(guide, PREFIXED).split(LOGIN.username)).toHaveLength(3)
    },
  )

  it.each(['tasmota', 'espsomfy', 'zwavejsui'] as const)('%s does not work', (guide) => {
    expect(worksWith(guide, PREFIXED)).toBe(false)
    expect(worksWith(guide, LOGIN)).toBe(true)
  })

  it('the status topic of Zigbee2MQTT has it too', () => {
    expect(textOf('zigbee2mqtt', PREFIXED)).toContain('status_topic: home/k/homeassistant/status')
  })
})

describe('the notes of a guide', () => {
  it.each([
    ['esphome', { tls: true }, ['tls']],
    ['zigbee2mqtt', { tls: true }, []],
    ['tasmota', { host: 'senca.local' }, ['mdns']],
    ['shelly', { topicPrefix: 'home/k/' }, ['replacePart']],
    ['espsomfy', {}, []],
  ] as const)('of %s with %o', (guide, changes, notes) => {
    expect(notesOf(guide, { ...LOGIN, ...changes })).toEqual(notes)
  })
})
