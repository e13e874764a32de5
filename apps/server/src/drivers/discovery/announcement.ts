import { isUtf8 } from 'node:buffer'
import { isJsonObject, type JsonObject } from '../entities/json-object.ts'
import { withBase, writeOut } from './abbreviations.ts'
import { type ConfigComponent, type ConfigTopic, isBattery, isConfigComponent } from './config-topic.ts'
import { Refused } from './refused.ts'

const MAX_BYTES = 64 * 1024
const MAX_DEPTH = 32
const MAX_COMPONENTS = 200

/** What a message about one entity says. */
export type AnnouncedChange =
  | { type: 'announce'; component: ConfigComponent; options: JsonObject }
  | { type: 'remove' }
  /** It is announced on another topic from now on. */
  | { type: 'migrate' }

/** The key of a component in a device's message, empty for a message about one entity. */
export interface Announcement {
  key: string
  change: AnnouncedChange
}

/** Options that a device's message sets for all its components. */
const SHARED = [
  'payload_available',
  'payload_not_available',
  'command_topic',
  'state_topic',
  'qos',
  'encoding',
]
const AVAILABILITY = ['availability', 'availability_mode', 'availability_template', 'availability_topic']

type TopicOf = Exclude<ConfigTopic, string>

/**
 * Reads the message on a config topic. `keys` are the components that the topic announced before. Throws what is refused as a
 * whole; a component that alone is refused is named by `refuse`.
 */
export function readAnnouncements(
  topic: TopicOf,
  payload: Buffer,
  keys: readonly string[],
  refuse: (refused: Refused) => void,
): Announcement[] {
  if (payload.length === 0) return keys.map((key) => ({ key, change: { type: 'remove' } }))
  const options = writeOut(readOptions(payload))
  if (isMigration(options)) return keys.map((key) => ({ key, change: { type: 'migrate' } }))
  checkOrigin(options, topic.component === 'device')
  if (topic.component !== 'device') {
    return [{ key: '', change: { type: 'announce', component: topic.component, options: expanded(options) } }]
  }
  return readComponents(options, refuse)
}

function readOptions(payload: Buffer): JsonObject {
  if (payload.length > MAX_BYTES) throw new Refused('bad_config', 'the message is over 64 KiB')
  if (!isUtf8(payload)) throw new Refused('bad_config', 'the message is not UTF-8')
  let parsed: unknown
  try {
    parsed = JSON.parse(payload.toString())
  } catch {
    throw new Refused('not_json', 'the message is not JSON')
  }
  if (!isJsonObject(parsed)) throw new Refused('not_json', 'the message is not a JSON object')
  checkShape(parsed, 1)
  return parsed
}

function checkShape(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH) throw new Refused('bad_config', 'the message is nested too deeply')
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') throw new Refused('bad_config', 'the message has a forbidden key')
    checkShape(inner, depth + 1)
  }
}

const isTrueOption = (value: unknown): boolean => value === true || value === 'true' || value === 1

const isMigration = (options: JsonObject): boolean => isTrueOption(options.migrate_discovery)

function checkOrigin({ origin }: JsonObject, isRequired: boolean): void {
  if (origin === undefined && !isRequired) return
  if (!isJsonObject(origin) || typeof origin.name !== 'string') {
    throw new Refused('bad_config', 'the origin has no name')
  }
}

function expanded(options: JsonObject): JsonObject {
  const base = options['~']
  return typeof base === 'string' ? withBase(options, base) : options
}

function readComponents(device: JsonObject, refuse: (refused: Refused) => void): Announcement[] {
  const { components } = device
  if (!isJsonObject(device.device)) throw new Refused('bad_config', 'the device is missing')
  if (!isJsonObject(components)) throw new Refused('bad_config', 'the components are missing')
  const entries = Object.entries(components)
  if (entries.length > MAX_COMPONENTS) throw new Refused('bad_config', 'the device has over 200 components')
  const read = entries.map(([key, value]) => {
    if (!isJsonObject(value)) throw new Refused('bad_config', 'a component is no object')
    const options = writeOut(value)
    if (typeof options.platform !== 'string') throw new Refused('bad_config', 'a component has no platform')
    return { key, options, platform: options.platform }
  })
  return read.flatMap(({ key, options, platform }): Announcement[] => {
    if (Object.keys(options).length === 1) return [{ key, change: { type: 'remove' } }]
    if (!isConfigComponent(platform) || (platform === 'sensor' && !isBattery(platform, options))) return []
    if (options.unique_id === undefined) {
      refuse(new Refused('bad_config', `the component ${key} has no unique_id`))
      return []
    }
    const merged = expanded({ '~': device['~'], ...shared(device, options), ...options })
    return [{ key, change: { type: 'announce', component: platform, options: merged } }]
  })
}

/** What a component takes from its device, as far as it says nothing of it itself. */
function shared(device: JsonObject, component: JsonObject): JsonObject {
  const hasOwn = component.availability !== undefined || component.availability_topic !== undefined
  const names = ['device', 'origin', ...SHARED, ...(hasOwn ? [] : AVAILABILITY)]
  return Object.fromEntries(
    names.filter((name) => device[name] !== undefined).map((name) => [name, device[name]]),
  )
}
