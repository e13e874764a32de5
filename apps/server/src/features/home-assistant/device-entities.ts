import { type DeviceType, kindOf } from '@senca/contract'
import type { AnnouncedDevice } from './announced-device.ts'
import type { PartName, PartWords } from './texts/part-words.ts'

export type Component =
  | 'cover'
  | 'lock'
  | 'light'
  | 'switch'
  | 'sensor'
  | 'binary_sensor'
  | 'button'
  | 'event'
  | 'scene'

/** One entity of a device. Topics in `options` are relative to those of the device. */
export interface DeviceEntity {
  component: Component
  part: string
  /** Null for the main part, which has the name of the device. */
  name: string | null
  options: Readonly<Record<string, unknown>>
  /** Options that name topics, relative to those of the device. */
  topics: Readonly<Record<string, string>>
  /** Whether it can be used although the device is offline. */
  isOfBridge?: boolean
}

/** The classes of Home Assistant's covers; null for none. */
const COVER_CLASSES: Record<DeviceType, string | null> = {
  roller_shutter: 'shutter',
  venetian_blind: 'blind',
  insect_screen: 'shade',
  textile_screen: 'shade',
  awning: 'awning',
  falcon: null,
  pergola: 'shutter',
  home_door: null,
  light: null,
}

/** Whether a shade goes to positions between its ends along its main axis. A pergola's louvres are its position [BR23]. */
export const hasPosition = ({ type, can }: Pick<AnnouncedDevice, 'type' | 'can'>): boolean =>
  can.includes(kindOf(type).mainAxis === 'inclination' ? 'setTilt' : 'setPosition')

export const hasTilt = ({ type, can }: Pick<AnnouncedDevice, 'type' | 'can'>): boolean =>
  kindOf(type).axes.length > 1 && can.includes('setTilt')

function coverOf(device: AnnouncedDevice): DeviceEntity {
  const { type, can, isCommanded } = device
  const deviceClass = COVER_CLASSES[type]
  return {
    component: 'cover',
    part: 'cover',
    name: null,
    options: {
      ...(deviceClass === null ? {} : { device_class: deviceClass }),
      ...(isCommanded && !can.includes('stop') ? { payload_stop: null } : {}),
      ...(isCommanded && !can.includes('stop') && hasTilt(device) ? { payload_stop_tilt: null } : {}),
    },
    topics: {
      state_topic: 'state',
      ...(isCommanded ? { command_topic: 'set' } : {}),
      ...(hasPosition(device) ? { position_topic: 'position' } : {}),
      ...(hasPosition(device) && isCommanded ? { set_position_topic: 'position/set' } : {}),
      ...(hasTilt(device) ? { tilt_status_topic: 'tilt' } : {}),
      ...(hasTilt(device) && isCommanded ? { tilt_command_topic: 'tilt/set' } : {}),
    },
  }
}

const LOCKS = [
  { part: 'lock', isThere: 'motorLockConnected', canLock: 'lockMotor' },
  { part: 'magnet', isThere: 'magnetLockConnected', canLock: null },
] as const

function locksOf(device: AnnouncedDevice, words: PartWords): DeviceEntity[] {
  const { state, can, isCommanded, unlock } = device
  const there = LOCKS.filter(({ isThere }) => state[isThere] === true)
  return there.flatMap(({ part, canLock }, index): DeviceEntity[] => {
    const name = index === 0 ? null : words[part]
    if (isCommanded && unlock !== 'off')
      return [
        {
          component: 'lock',
          part,
          name,
          options:
            unlock === 'pin'
              ? {
                  code_format: '^\\d{4,8}$',
                  command_template: '{"do":"{{ value }}","code":"{{ code }}"}',
                }
              : {},
          topics: { state_topic: part, command_topic: `${part}/set` },
        },
      ]
    const sensor: DeviceEntity = {
      component: 'binary_sensor',
      part,
      name,
      options: { device_class: 'lock', payload_on: 'UNLOCKED', payload_off: 'LOCKED' },
      topics: { state_topic: part },
    }
    if (!isCommanded || canLock === null || !can.includes(canLock)) return [sensor]
    const button: DeviceEntity = {
      component: 'button',
      part: `${part}_button`,
      name: words.lockButton,
      options: { payload_press: 'LOCK' },
      topics: { command_topic: `${part}/set` },
    }
    return [sensor, button]
  })
}

const sensorOf = (
  part: string,
  name: string | null,
  deviceClass: string | null,
  isDiagnostic = false,
): DeviceEntity => ({
  component: 'binary_sensor',
  part,
  name,
  options: {
    ...(deviceClass === null ? {} : { device_class: deviceClass }),
    ...(isDiagnostic ? { entity_category: 'diagnostic' } : {}),
  },
  topics: { state_topic: part },
})

/** The lights of a door and the channels of a light: their fields in the state, and what dims them. */
export const LIGHTS = [
  { part: 'doorLight', isThere: 'doorLightConnected', level: 'doorLightBrightness', type: 'door' },
  { part: 'handleLight', isThere: 'handleLightConnected', level: 'handleLightBrightness', type: 'handle' },
  { part: 'light1', isThere: null, level: 'light1Brightness', type: 'light_1' },
  { part: 'light2', isThere: null, level: 'light2Brightness', type: 'light_2' },
] as const
export type LightPart = (typeof LIGHTS)[number]['part']

/** Whether a light has more than on and off. Those of a door do. */
export function isDimmed({ can }: Pick<AnnouncedDevice, 'can'>, part: LightPart): boolean {
  if (part === 'light1') return can.includes('dimLight1')
  if (part === 'light2') return can.includes('dimLight2')
  return true
}

export const lightsOf = ({ state }: Pick<AnnouncedDevice, 'state'>) =>
  LIGHTS.filter(({ isThere, level }) =>
    isThere === null ? state[level] !== undefined : state[isThere] === true,
  )

function lightOf(device: AnnouncedDevice, part: LightPart, name: string | null): DeviceEntity {
  if (!device.isCommanded) return sensorOf(part, name, 'light')
  const topics = { state_topic: part, command_topic: `${part}/set` }
  const options = isDimmed(device, part)
    ? {
        schema: 'json',
        brightness: true,
        brightness_scale: 100,
        supported_color_modes: ['brightness'],
        // Home Assistant offers both unless they are turned off.
        flash: false,
        transition: false,
      }
    : {}
  return { component: 'light', part, name, options, topics }
}

function doorParts(device: AnnouncedDevice, words: PartWords): DeviceEntity[] {
  const { state, isCommanded } = device
  const locks = locksOf(device, words)
  const nameOf = (part: PartName, others: readonly DeviceEntity[]) =>
    others.length === 0 ? null : words[part]
  const contact =
    state.magneticSensorConnected === true ? [sensorOf('contact', nameOf('contact', locks), 'door')] : []
  const foil: DeviceEntity[] =
    state.magicFoilConnected !== true
      ? []
      : isCommanded
        ? [
            {
              component: 'switch',
              part: 'foil',
              name: words.foil,
              options: {},
              topics: { state_topic: 'foil', command_topic: 'foil/set' },
            },
          ]
        : [sensorOf('foil', words.foil, null)]
  const lights = lightsOf(device).map(({ part }) => lightOf(device, part, words[part]))
  return [...locks, ...contact, ...foil, ...lights]
}

function lightParts(device: AnnouncedDevice, words: PartWords): DeviceEntity[] {
  const lights = lightsOf(device)
  return lights.map(({ part }) => {
    const own = part === 'light1' || part === 'light2' ? device.lightNames[part] : undefined
    return lightOf(device, part, lights.length === 1 ? null : (own ?? words[part]))
  })
}

const familyParts = (device: AnnouncedDevice, words: PartWords): DeviceEntity[] => {
  switch (kindOf(device.type).family) {
    case 'shade':
      return [
        coverOf(device),
        {
          ...sensorOf('hold', words.hold, 'safety', true),
          topics: { state_topic: 'hold', json_attributes_topic: 'hold/attributes' },
        },
      ]
    case 'door':
      return doorParts(device, words)
    case 'light':
      return lightParts(device, words)
  }
}

/** The charge in per cent, or whether it is low where the hardware says no more. */
function batteryParts({ state }: AnnouncedDevice, { battery: name }: PartWords): DeviceEntity[] {
  if (state.battery === undefined)
    return state.batteryLow === undefined ? [] : [sensorOf('batteryLow', name, 'battery', true)]
  const options = {
    device_class: 'battery',
    unit_of_measurement: '%',
    state_class: 'measurement',
    entity_category: 'diagnostic',
  }
  return [{ component: 'sensor', part: 'battery', name, options, topics: { state_topic: 'battery' } }]
}

/** Everything that a device is to Home Assistant, the main part first. */
export const entitiesOf = (device: AnnouncedDevice, words: PartWords): DeviceEntity[] => [
  ...familyParts(device, words),
  ...batteryParts(device, words),
  {
    ...sensorOf('fault', words.fault, 'problem', true),
    topics: { state_topic: 'fault', json_attributes_topic: 'fault/attributes' },
  },
  { ...sensorOf('connection', words.connection, 'connectivity', true), isOfBridge: true },
  ...(device.isCommanded
    ? [
        {
          component: 'event' as const,
          part: 'refused',
          name: words.refused,
          options: { event_types: ['refused'] },
          topics: { state_topic: 'refused' },
        },
      ]
    : []),
]
