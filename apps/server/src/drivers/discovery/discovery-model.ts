import type { EntityAction } from '../entities/entity.ts'
import type {
  EntityCommand,
  EntityMessage,
  EntityModel,
  EntityModelOptions,
} from '../entities/entity-model.ts'
import { refusal } from '../entities/entity-model.ts'
import { cleanText } from '../entities/entity-names.ts'
import { isJsonObject, type JsonObject } from '../entities/json-object.ts'
import { createTopicTable } from '../entities/topic-table.ts'
import { faultOfTopic } from '../entities/topics.ts'
import { readAnnouncements } from './announcement.ts'
import { Battery, createBatteries } from './batteries.ts'
import { configFilters, readConfigTopic } from './config-topic.ts'
import type { DiscoveredEntity } from './discovered-entity.ts'
import { createEntityRegister } from './entity-register.ts'
import { Payload } from './payload.ts'
import { Refused } from './refused.ts'
import { createTemplateCache } from './templates.ts'

const DEFAULT_PREFIX = 'homeassistant'
const MAX_ADDRESS = 300

/** Whether this server has announced it to a broker where it finds hardware too. */
const isOf = (server: string | undefined, { device }: JsonObject): boolean =>
  server !== undefined &&
  isJsonObject(device) &&
  typeof device.via_device === 'string' &&
  device.via_device.startsWith(`senca_${server}_`)

/** The entities that bridges and devices announce by MQTT discovery of Home Assistant [HW29]. */
export function createDiscoveryModel(
  options: EntityModelOptions & { discoveryPrefix?: string; ownServer?: string },
): EntityModel {
  const { report, notice, discoveryPrefix = DEFAULT_PREFIX, ownServer } = options
  const topics = createTopicTable<DiscoveredEntity | Battery>(options.topicsChanged)
  const compile = createTemplateCache()
  const register = createEntityRegister({ ...options, topics, compile })
  const batteries = createBatteries({
    ...options,
    topics,
    compile,
    changed(identities) {
      for (const { id, config } of register.listed())
        if (config.identity?.identities.some((identity) => identities.has(identity)))
          report({ event: 'charged', id })
    },
  })

  function announced(topic: string, payload: Buffer): void {
    const read = readConfigTopic(topic, discoveryPrefix)
    if (read === 'other') return
    if (read === 'bad') {
      notice({ code: 'bad_topic', topic, detail: 'the ids in the topic are not of a-z, A-Z, 0-9, _ and -' })
      return
    }
    const refuse = (error: unknown, key = '') => {
      if (!(error instanceof Refused)) throw error
      // Of most sensors nothing is read.
      if (read.component === 'sensor') return
      const detail = key === '' ? error.message : `${cleanText(key)}: ${error.message}`
      notice({ code: error.code, topic, detail })
    }
    try {
      const keys = [...new Set([...register.keysOf(topic), ...batteries.keysOf(topic)])]
      if (read.component === 'sensor' && keys.length === 0 && !payload.includes('battery')) return
      const announcements = readAnnouncements(read, payload, keys, refuse)
      // The message may be a part of a larger buffer, which would be kept with it.
      const kept = Buffer.from(payload)
      for (const { key, change } of announcements) {
        const address = key === '' ? read.address : `${read.address} ${key}`.slice(0, MAX_ADDRESS)
        try {
          const isOwn = change.type === 'announce' && isOf(ownServer, change.options)
          const taken = isOwn ? { type: 'remove' as const } : change
          batteries.apply({ topic, key }, taken)
          register.apply({ topic, key, address, payload: kept }, taken)
        } catch (error) {
          refuse(error, key)
        }
      }
    } catch (error) {
      refuse(error)
    }
  }

  function commandsFor(id: string, action: EntityAction, value?: unknown): EntityCommand {
    const entity = register.find(id)
    if (entity === null) return refusal('device_offline', 'there is no such entity')
    const command = entity.config.kind.commands(action, value)
    if ('error' in command) return command
    if (!entity.isAvailable()) return refusal('device_offline', 'the entity is not available')
    const fault = command.messages.map(({ topic }) => faultOfTopic(topic)).find((one) => one !== null)
    if (fault !== undefined && fault !== null) return refusal('device_unsupported_action', fault)
    return {
      messages: command.messages.map((message) => ({ ...message, qos: entity.config.qos })),
      command: null,
    }
  }

  function receive({ topic, payload, retained }: EntityMessage): void {
    announced(topic, payload)
    const owners = topics.ownersOf(topic)
    if (owners.length === 0) return
    const read = new Payload(payload)
    for (const entity of owners) {
      if (entity instanceof Battery) {
        batteries.receive(entity, read)
        continue
      }
      const { outcome, hasChanged, availabilityChanged } = entity.receive(topic, read, retained)
      if (!entity.isListed) continue
      const { id } = entity
      if (availabilityChanged || outcome === 'unread') report({ event: 'changed', id })
      if (outcome === 'read') report({ event: 'reported', id, isLive: !retained, hasChanged })
    }
  }

  return {
    filters: configFilters(discoveryPrefix),
    receive,
    restore: (announcement) => receive({ ...announcement, retained: true }),
    maintenanceFor: () => refusal('device_unsupported_action', 'the protocol has no such command'),
    subscribed: (topics) => register.subscribed(topics),
    list: () => register.listed().map((entity) => entity.describe(register.keyOf(entity))),
    size: () => register.size(),
    find(id) {
      const entity = register.find(id)
      return entity === null || !entity.isListed ? null : entity.describe(register.keyOf(entity))
    },
    chargeOf: (id) => batteries.chargeOf(register.find(id)?.config.identity?.identities ?? []),
    commandsFor,
    commandTopicOf: (id) => register.find(id)?.config.kind.commandTopics[0] ?? null,
    sent(id, action, value) {
      const entity = register.find(id)
      if (entity === null) return
      const before = JSON.stringify(entity.config.kind.state)
      entity.config.kind.sent(action, value)
      const hasChanged = JSON.stringify(entity.config.kind.state) !== before
      if (hasChanged && entity.isListed) report({ event: 'changed', id })
    },
    keep: (id, isKept) => register.keep(id, isKept),
    announcementOf(id) {
      const place = register.find(id)?.place
      return place === undefined ? null : { topic: place.topic, payload: place.payload }
    },
    forget(id) {
      const place = register.find(id)?.place
      if (place === undefined) return []
      announced(place.topic, Buffer.alloc(0))
      return [place.topic]
    },
    stop() {
      register.stop()
      batteries.stop()
    },
  }
}
