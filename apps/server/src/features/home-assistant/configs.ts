import type { DeviceType } from '@senca/contract'
import {
  type AnnouncedDevice,
  type AnnouncedScene,
  type AnnouncingBridge,
  shortIdOf,
  statusTopicOf,
  topicsOf,
} from './announced-device.ts'
import { type Component, type DeviceEntity, entitiesOf } from './device-entities.ts'
import { slugOf } from './slug.ts'
import { PART_WORDS } from './texts/index.ts'

/** The types in English, as Home Assistant shows them beside the maker. */
const MODELS: Record<DeviceType, string> = {
  roller_shutter: 'Roller shutter',
  venetian_blind: 'Venetian blind',
  insect_screen: 'Insect screen',
  textile_screen: 'Textile screen',
  awning: 'Awning',
  falcon: 'Falcon',
  pergola: 'Pergola',
  home_door: 'Door',
  light: 'Light',
}

const MAKER = 'Senca'

/** A config message: what one entity is, on its retained topic. */
export interface EntityConfig {
  component: Component
  part: string
  topic: string
  entityId: string
  payload: Readonly<Record<string, unknown>>
}

const bridgeIdOf = (bridge: AnnouncingBridge): string => `senca_${bridge.serverId}_${shortIdOf(bridge)}`

const configTopic = (bridge: AnnouncingBridge, component: Component, key: string, part: string): string =>
  `${bridge.discoveryPrefix}/${component}/${topicsOf(bridge.id).node}/${key}_${part}/config`

const commonOf = ({ version, url }: AnnouncingBridge) => ({
  origin: { name: MAKER, sw_version: version },
  of: {
    manufacturer: MAKER,
    sw_version: version,
    ...(url === undefined ? {} : { configuration_url: url }),
  },
})

function configOf(bridge: AnnouncingBridge, device: AnnouncedDevice, entity: DeviceEntity): EntityConfig {
  const { key, name, type, room } = device
  const { component, part, topics, options, isOfBridge = false } = entity
  const place = `${topicsOf(bridge.id).prefix}${key}/`
  const { origin, of } = commonOf(bridge)
  const entityId = `${component}.${slugOf([name, ...(entity.name === null ? [] : [entity.name])], type)}`
  return {
    component,
    part,
    topic: configTopic(bridge, component, key, part),
    entityId,
    payload: {
      unique_id: `senca_${key}_${part}`,
      default_entity_id: entityId,
      name: entity.name,
      ...Object.fromEntries(Object.entries(topics).map(([option, topic]) => [option, `${place}${topic}`])),
      ...options,
      qos: 1,
      availability: [
        { topic: statusTopicOf(bridge.id) },
        ...(isOfBridge ? [] : [{ topic: `${place}availability` }]),
      ],
      availability_mode: 'all',
      origin,
      device: {
        identifiers: [`senca_${key}`],
        name,
        model: MODELS[type],
        ...of,
        ...(room === null ? {} : { suggested_area: room }),
        via_device: bridgeIdOf(bridge),
      },
    },
  }
}

/** The config messages of a device [BR33], [BR34]. */
export const deviceConfigs = (bridge: AnnouncingBridge, device: AnnouncedDevice): EntityConfig[] =>
  entitiesOf(device, PART_WORDS[bridge.language]).map((entity) => configOf(bridge, device, entity))

/** The config messages of the bridge itself: whether it is connected, and its scenarios. */
export function bridgeConfigs(bridge: AnnouncingBridge, scenes: readonly AnnouncedScene[]): EntityConfig[] {
  const shortId = shortIdOf(bridge)
  const { prefix } = topicsOf(bridge.id)
  const { origin, of } = commonOf(bridge)
  const device = { identifiers: [bridgeIdOf(bridge)], name: bridge.name, model: 'Bridge', ...of }
  const config = (
    component: Component,
    part: string,
    name: string,
    options: Readonly<Record<string, unknown>>,
  ): EntityConfig => {
    const entityId = `${component}.${slugOf([...(component === 'scene' ? [] : [bridge.name]), name], component)}`
    const payload = {
      unique_id: `senca_${shortId}_${part}`,
      default_entity_id: entityId,
      name,
      ...options,
      qos: 1,
      origin,
      device,
    }
    return { component, part, topic: configTopic(bridge, component, shortId, part), entityId, payload }
  }
  return [
    config('binary_sensor', 'connection', PART_WORDS[bridge.language].connection, {
      state_topic: statusTopicOf(bridge.id),
      payload_on: 'online',
      payload_off: 'offline',
      device_class: 'connectivity',
      entity_category: 'diagnostic',
    }),
    ...scenes.map(({ id, name }) =>
      config('scene', `scene_${id}`, name, {
        command_topic: `${prefix}scene/${id}/set`,
        // Home Assistant has no default for it, and cannot activate a scene without.
        payload_on: 'ON',
        availability: [{ topic: statusTopicOf(bridge.id) }],
      }),
    ),
  ]
}
