import { LIMITS } from '@senca/contract'
import { createDiscoveryModel } from './discovery/discovery-model.ts'
import { createDeviceGroups } from './entities/device-groups.ts'
import type { EntitySource } from './entities/entity.ts'
import { type EntityModel, type EntityModelOptions, refusal } from './entities/entity-model.ts'
import type { Hardware, HardwareOptions } from './hardware.ts'
import { createMatterModel } from './matter/matter-model.ts'
import { createShellyModel } from './shelly/shelly-model.ts'
import { createTasmotaModel } from './tasmota/tasmota-model.ts'

type CreateModel = (
  options: EntityModelOptions & { discoveryPrefix?: string; ownServer?: string },
) => EntityModel

const PROTOCOLS: Record<'mqtt' | 'matter', readonly [EntitySource, CreateModel][]> = {
  mqtt: [
    ['home-assistant', createDiscoveryModel],
    ['tasmota', createTasmotaModel],
    ['shelly', createShellyModel],
  ],
  matter: [['matter', createMatterModel]],
}

/**
 * The entities of all protocols in one space. Where all its messages arrive here, topics that an entity needs cannot be missed: only
 * what is retained for them is read once. Elsewhere they are wanted.
 */
export function createSpaceHardware({
  topics,
  elsewhere,
  discoveryPrefix,
  ownServer,
  speaks = 'mqtt',
  ...options
}: HardwareOptions): Hardware {
  const groups = createDeviceGroups()
  const protocols: { source: EntitySource; model: EntityModel; wanted: string[] }[] = []
  const size = () => protocols.reduce((sum, { model }) => sum + model.size(), 0)
  for (const [source, create] of PROTOCOLS[speaks]) {
    const wanted: string[] = []
    const ready = (subscribed: readonly string[]) => model.subscribed(subscribed)
    const model: EntityModel = create({
      ...options,
      ...(discoveryPrefix === undefined ? {} : { discoveryPrefix }),
      ...(ownServer === undefined ? {} : { ownServer }),
      groups,
      maxEntities: () => LIMITS.MQTT_ENTITIES_PER_ACCOUNT - elsewhere() - size() + model.size(),
      topicsChanged({ added, removed }) {
        if ('retainedAt' in topics) {
          wanted.push(...added)
          return
        }
        topics.unwant(removed, ready)
        topics.want(added, ready)
      },
    })
    protocols.push({ source, model, wanted })
  }

  /** Reads what is retained for new topics, after the message that needs them was handled. */
  function readWanted(): void {
    for (const { model, wanted } of protocols) {
      while (wanted.length > 0) {
        const added = wanted.splice(0)
        for (const topic of added) {
          const message = 'retainedAt' in topics ? topics.retainedAt(topic) : null
          if (message !== null) model.receive({ topic, payload: message.payload, retained: true })
        }
        model.subscribed(added)
      }
    }
  }
  readWanted()

  const modelOf = (id: string): EntityModel | undefined =>
    protocols.find(({ model }) => model.find(id) !== null)?.model

  return {
    receive(message) {
      for (const { model } of protocols) model.receive(message)
      readWanted()
    },
    list: () => protocols.flatMap(({ model }) => model.list()),
    counts: () => new Map(protocols.map(({ source, model }) => [source, model.size()])),
    find: (id) => modelOf(id)?.find(id) ?? null,
    chargeOf: (id) => modelOf(id)?.chargeOf?.(id) ?? null,
    commandsFor: (id, action, value, seconds) =>
      modelOf(id)?.commandsFor(id, action, value, seconds) ??
      refusal('device_offline', 'there is no such entity'),
    commandTopicOf: (id) => modelOf(id)?.commandTopicOf(id) ?? null,
    sent: (id, action, value) => modelOf(id)?.sent(id, action, value),
    keep: (id, isKept) => modelOf(id)?.keep(id, isKept),
    maintenanceFor: (id, what) =>
      modelOf(id)?.maintenanceFor(id, what) ?? refusal('device_offline', 'there is no such entity'),
    announcementOf: (id) => modelOf(id)?.announcementOf(id) ?? null,
    restore(announcement) {
      for (const { model } of protocols) model.restore(announcement)
      readWanted()
    },
    forget(id) {
      const topics = modelOf(id)?.forget(id) ?? []
      readWanted()
      return topics
    },
    stop() {
      for (const { model } of protocols) model.stop()
    },
  }
}
