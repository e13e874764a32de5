import { LIMITS } from '@senca/contract'
import { createDiscoveryModel } from './discovery/discovery-model.ts'
import { createDeviceGroups } from './entities/device-groups.ts'
import type { EntitySource } from './entities/entity.ts'
import { type EntityModel, type EntityModelOptions, refusal } from './entities/entity-model.ts'
import type { Hardware, HardwareOptions } from './hardware.ts'
import { createShellyModel } from './shelly/shelly-model.ts'
import { createTasmotaModel } from './tasmota/tasmota-model.ts'

const PROTOCOLS: readonly [EntitySource, (options: EntityModelOptions) => EntityModel][] = [
  ['home-assistant', createDiscoveryModel],
  ['tasmota', createTasmotaModel],
  ['shelly', createShellyModel],
]

/**
 * The entities of all protocols in one space. All messages of the space arrive here, so topics that an entity needs cannot be
 * missed: only what is retained for them is read once.
 */
export function createSpaceHardware({ retainedAt, ...options }: HardwareOptions): Hardware {
  const groups = createDeviceGroups()
  const protocols: { source: EntitySource; model: EntityModel; wanted: string[] }[] = []
  const size = () => protocols.reduce((sum, { model }) => sum + model.size(), 0)
  for (const [source, create] of PROTOCOLS) {
    const wanted: string[] = []
    const model: EntityModel = create({
      ...options,
      groups,
      maxEntities: () => LIMITS.MQTT_ENTITIES_PER_ACCOUNT - size() + model.size(),
      topicsChanged: ({ added }) => void wanted.push(...added),
    })
    protocols.push({ source, model, wanted })
  }

  /** Reads what is retained for new topics, after the message that needs them was handled. */
  function readWanted(): void {
    for (const { model, wanted } of protocols) {
      while (wanted.length > 0) {
        const topics = wanted.splice(0)
        for (const topic of topics) {
          const message = retainedAt(topic)
          if (message !== null) model.receive({ topic, payload: message.payload, retained: true })
        }
        model.subscribed(topics)
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
    commandsFor: (id, action, value) =>
      modelOf(id)?.commandsFor(id, action, value) ?? refusal('device_offline', 'there is no such entity'),
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
