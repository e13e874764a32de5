import { DEVICE_TYPES, type DeviceState } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import type { AnnouncedDevice, AnnouncingBridge } from './announced-device.ts'
import { bridgeConfigs, deviceConfigs, type EntityConfig } from './configs.ts'

const BRIDGE: AnnouncingBridge = {
  id: '0a1b2c3d-0000-4000-8000-000000000000',
  name: 'House',
  serverId: 'serverserver',
  version: '1',
  language: 'en',
  discoveryPrefix: 'homeassistant',
}
const STATE: DeviceState = { status: 'ready', position: 0, inclination: 0, assumed: false, reportedAt: null }
const deviceOf = (values: Partial<AnnouncedDevice> = {}): AnnouncedDevice => ({
  key: 'k1',
  name: 'Kitchen',
  type: 'roller_shutter',
  room: null,
  connected: true,
  can: ['open', 'close', 'stop', 'setPosition', 'setTilt', 'lockMotor', 'unlockMotor', 'unlockMagnet'],
  state: STATE,
  isCommanded: true,
  unlock: 'off',
  lightNames: {},
  safety: null,
  fault: null,
  tolerance: 0.02,
  ...values,
})
const DOOR: DeviceState = {
  ...STATE,
  motorLockConnected: true,
  motorLockState: 'locked',
  magnetLockConnected: true,
  magnetLockState: 'locked',
  magneticSensorConnected: true,
  magneticSensorOpen: false,
  magicFoilConnected: true,
  magicFoilOpacity: 1,
  doorLightConnected: true,
  doorLightBrightness: 0,
  handleLightConnected: true,
  handleLightBrightness: 0,
}
const LIGHT: DeviceState = {
  ...STATE,
  light1Brightness: 0,
  light1Dimmable: true,
  light2Brightness: 0,
  light2Dimmable: false,
}

/**
 * The options that the documentation of Home Assistant names for each component, and what type each value has. openHAB reads the same
 * options and ignores others.
 */
const TEXT = 'string'
const OF_ALL = {
  unique_id: TEXT,
  default_entity_id: TEXT,
  name: 'name',
  qos: 'number',
  availability: 'availability',
  availability_mode: TEXT,
  origin: 'origin',
  device: 'device',
} as const
const ENTITY = { ...OF_ALL, entity_category: TEXT, device_class: TEXT, json_attributes_topic: TEXT } as const
const OPTIONS: Record<string, Readonly<Record<string, string>>> = {
  cover: {
    ...ENTITY,
    state_topic: TEXT,
    command_topic: TEXT,
    position_topic: TEXT,
    set_position_topic: TEXT,
    tilt_status_topic: TEXT,
    tilt_command_topic: TEXT,
    payload_stop: 'null',
    payload_stop_tilt: 'null',
  },
  lock: { ...OF_ALL, state_topic: TEXT, command_topic: TEXT, code_format: TEXT, command_template: TEXT },
  light: {
    ...OF_ALL,
    state_topic: TEXT,
    command_topic: TEXT,
    schema: TEXT,
    brightness: 'boolean',
    brightness_scale: 'number',
    supported_color_modes: 'array',
    flash: 'boolean',
    transition: 'boolean',
  },
  switch: { ...OF_ALL, state_topic: TEXT, command_topic: TEXT },
  binary_sensor: { ...ENTITY, state_topic: TEXT, payload_on: TEXT, payload_off: TEXT },
  sensor: { ...ENTITY, state_topic: TEXT, unit_of_measurement: TEXT, state_class: TEXT },
  button: { ...OF_ALL, command_topic: TEXT, payload_press: TEXT },
  event: { ...OF_ALL, state_topic: TEXT, event_types: 'array' },
  scene: { ...OF_ALL, command_topic: TEXT, payload_on: TEXT },
}
/** The options without which Home Assistant refuses a component. */
const REQUIRED: Record<string, readonly string[]> = {
  cover: ['state_topic'],
  lock: ['command_topic', 'state_topic'],
  light: ['command_topic', 'state_topic'],
  switch: ['command_topic', 'state_topic'],
  binary_sensor: ['state_topic'],
  sensor: ['state_topic'],
  button: ['command_topic'],
  event: ['state_topic', 'event_types'],
  scene: ['command_topic', 'payload_on'],
}
const CLASSES: Record<string, readonly string[]> = {
  cover: ['shutter', 'blind', 'shade', 'awning'],
  binary_sensor: ['lock', 'door', 'safety', 'problem', 'connectivity', 'light', 'battery'],
  sensor: ['battery'],
}
const DEVICE_KEYS = [
  'identifiers',
  'name',
  'manufacturer',
  'model',
  'sw_version',
  'suggested_area',
  'configuration_url',
  'via_device',
]

const typeOf = (option: string, value: unknown): string => {
  if (option === 'name') return value === null || typeof value === 'string' ? 'name' : 'bad'
  if (option === 'device' || option === 'origin' || option === 'availability') return option
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Every fault that the documentation finds in a config message. */
function faultsOf({ component, topic, payload, part, entityId }: EntityConfig): string[] {
  const known = OPTIONS[component] ?? {}
  const wrong = Object.entries(payload).filter(([option, value]) => known[option] !== typeOf(option, value))
  const missing = ['unique_id', 'device', 'origin', ...(REQUIRED[component] ?? [])].filter(
    (option) => payload[option] === undefined,
  )
  const { device, device_class: deviceClass } = payload
  const strange = Object.keys(Object(device)).filter((key) => !DEVICE_KEYS.includes(key))
  const isClass = deviceClass === undefined || CLASSES[component]?.includes(String(deviceClass)) === true
  const isTopic = /^homeassistant\/[a-z_]+\/[a-zA-Z0-9_-]+\/[a-zA-Z0-9_-]+\/config$/.test(topic)
  const isId = new RegExp(`^${component}\\.[a-z0-9_]+$`).test(entityId)
  return [
    ...wrong.map(([option]) => `${part}: option ${option}`),
    ...missing.map((option) => `${part}: no ${option}`),
    ...strange.map((key) => `${part}: device ${key}`),
    ...(isClass ? [] : [`${part}: class ${String(deviceClass)}`]),
    ...(isTopic ? [] : [`topic ${topic}`]),
    ...(isId ? [] : [`id ${entityId}`]),
  ]
}

const CAN_OF_LIGHT = ['setLight1', 'setLight2', 'dimLight1'] as const
const MODES = [
  { isCommanded: false, unlock: 'off' },
  { isCommanded: true, unlock: 'off' },
  { isCommanded: true, unlock: 'ask' },
  { isCommanded: true, unlock: 'pin' },
] as const
const STOPLESS = { can: ['open', 'close'] } as const

/** Every kind of device, with each part that it may have, in each mode. */
const DEVICES = DEVICE_TYPES.flatMap((type) =>
  MODES.flatMap((mode) => {
    const state = type === 'home_door' ? DOOR : type === 'light' ? LIGHT : STATE
    const device = deviceOf({ ...mode, type, state, ...(type === 'light' ? { can: CAN_OF_LIGHT } : {}) })
    const charged = { ...device, state: { ...state, battery: 64, batteryLow: false } }
    const low = { ...device, ...STOPLESS, room: 'Ground floor', state: { ...state, batteryLow: true } }
    return [charged, low]
  }),
)

describe('[BR33] what is announced', () => {
  it.each(
    DEVICES.map((device) => [`${device.type} ${device.isCommanded} ${device.unlock}`, device] as const),
  )('has only the options of the documentation: %s', (_name, device) => {
    const configs = deviceConfigs({ ...BRIDGE, url: 'https://senca.example' }, device)
    expect(configs.flatMap(faultsOf)).toEqual([])
    expect(new Set(configs.map(({ topic }) => topic)).size).toBe(configs.length)
    expect(new Set(configs.map(({ payload }) => payload.unique_id)).size).toBe(configs.length)
    expect(configs.filter(({ payload }) => payload.name === null)).toHaveLength(
      device.type === 'light' ? 0 : 1,
    )
  })

  it('has no topic below that of another device or bridge', () => {
    const topics = DEVICES.flatMap((device) => deviceConfigs(BRIDGE, device)).flatMap(({ payload }) =>
      Object.entries(payload).flatMap(([option, value]) => (option.endsWith('_topic') ? String(value) : [])),
    )
    expect(topics.length).toBeGreaterThan(100)
    for (const topic of topics)
      expect(topic).toMatch(new RegExp(`^senca-bridge/${BRIDGE.id}/k1/[a-zA-Z0-9/]+$`))
  })

  const partsOf = (device: AnnouncedDevice) =>
    deviceConfigs(BRIDGE, device).map(({ component, part }) => `${component} ${part}`)
  const common = ['binary_sensor fault', 'binary_sensor connection']

  it.each([
    ['a shade', deviceOf(), ['cover cover', 'binary_sensor hold', ...common, 'event refused']],
    [
      'a shade with a battery',
      deviceOf({ state: { ...STATE, battery: 64, batteryLow: false } }),
      ['cover cover', 'binary_sensor hold', 'sensor battery', ...common, 'event refused'],
    ],
    [
      'a shade that only says that its battery is low',
      deviceOf({ state: { ...STATE, batteryLow: true } }),
      ['cover cover', 'binary_sensor hold', 'binary_sensor batteryLow', ...common, 'event refused'],
    ],
    [
      'a shade for viewing',
      deviceOf({ isCommanded: false }),
      ['cover cover', 'binary_sensor hold', ...common],
    ],
    [
      'a door, unlocking off',
      deviceOf({ type: 'home_door', state: DOOR }),
      [
        'binary_sensor lock',
        'button lock_button',
        'binary_sensor magnet',
        'binary_sensor contact',
        'switch foil',
        'light doorLight',
        'light handleLight',
        ...common,
        'event refused',
      ],
    ],
    [
      'a door that asks',
      deviceOf({ type: 'home_door', state: DOOR, unlock: 'ask' }),
      [
        'lock lock',
        'lock magnet',
        'binary_sensor contact',
        'switch foil',
        'light doorLight',
        'light handleLight',
        ...common,
        'event refused',
      ],
    ],
    [
      'a door for viewing',
      deviceOf({ type: 'home_door', state: DOOR, isCommanded: false, unlock: 'pin' }),
      [
        'binary_sensor lock',
        'binary_sensor magnet',
        'binary_sensor contact',
        'binary_sensor foil',
        'binary_sensor doorLight',
        'binary_sensor handleLight',
        ...common,
      ],
    ],
  ])('is a table of parts: %s', (_name, device, parts) => {
    expect(partsOf(device)).toEqual(parts)
  })

  const coverOf = (values: Partial<AnnouncedDevice>) =>
    deviceConfigs(BRIDGE, deviceOf(values))[0]?.payload ?? {}

  it('a shade for viewing has no command topics, and one without positions no position topics', () => {
    const commandTopics = ['command_topic', 'set_position_topic', 'tilt_command_topic']
    const viewed = coverOf({ type: 'venetian_blind', isCommanded: false })
    for (const option of commandTopics) expect(viewed).not.toHaveProperty(option)
    expect(viewed).toHaveProperty('position_topic')
    const binary = coverOf({ can: ['open', 'close'] })
    for (const option of ['position_topic', 'set_position_topic']) expect(binary).not.toHaveProperty(option)
    expect(binary).toMatchObject({ command_topic: expect.stringMatching(/\/set$/), payload_stop: null })
  })

  it.each([
    ['roller_shutter', 'shutter'],
    ['venetian_blind', 'blind'],
    ['textile_screen', 'shade'],
    ['insect_screen', 'shade'],
    ['awning', 'awning'],
    ['pergola', 'shutter'],
    ['falcon', undefined],
  ] as const)('%s has the class %s', (type, deviceClass) => {
    expect(coverOf({ type }).device_class).toBe(deviceClass)
  })

  it('[BR34] names the device, its room and the bridge, and never the hardware', () => {
    const [config] = deviceConfigs(BRIDGE, deviceOf({ room: 'Ground floor' }))
    expect(config?.payload.device).toEqual({
      identifiers: ['senca_k1'],
      name: 'Kitchen',
      manufacturer: 'Senca',
      model: 'Roller shutter',
      sw_version: '1',
      suggested_area: 'Ground floor',
      via_device: 'senca_serverserver_0a1b2c3d',
    })
  })

  it.each([
    ['Kitchen blind', 'cover.kitchen_blind'],
    ['Žaluzija čez cesto', 'cover.zaluzija_cez_cesto'],
    ['Кухиња љубичаста', 'cover.kuhinja_ljubicasta'],
    ['Größe', 'cover.grosse'],
    ['🌞', 'cover.roller_shutter'],
    ['../../config', 'cover.config'],
  ])('makes an id of the name %s', (name, entityId) => {
    expect(deviceConfigs(BRIDGE, deviceOf({ name }))[0]?.entityId).toBe(entityId)
  })

  it('announces the bridge itself and its scenarios', () => {
    const configs = bridgeConfigs(BRIDGE, [{ id: 's1', name: 'Good night' }])
    expect(configs.flatMap(faultsOf)).toEqual([])
    expect(configs.map(({ topic }) => topic)).toEqual([
      'homeassistant/binary_sensor/senca_0a1b2c3d/0a1b2c3d_connection/config',
      'homeassistant/scene/senca_0a1b2c3d/0a1b2c3d_scene_s1/config',
    ])
    expect(configs[0]?.payload).not.toHaveProperty('availability')
    expect(configs[1]?.payload).toMatchObject({
      command_topic: `senca-bridge/${BRIDGE.id}/scene/s1/set`,
      device: { identifiers: ['senca_serverserver_0a1b2c3d'] },
    })
  })
})
