import type { Entity } from './entity.ts'
import { defaultMaxEntities, type EntityModelOptions } from './entity-model.ts'
import type { NativeDevice, NativeEntity, NativeState } from './native-entity.ts'
import { createTopicTable } from './topic-table.ts'

/** The devices of one protocol and their entities. A device is known by its address, and may be announced again otherwise. */
export function createNativeRegister<Device extends NativeDevice>(options: EntityModelOptions) {
  const { clock, groups, report, notice, maxEntities = defaultMaxEntities } = options
  const topics = createTopicTable<Device>(options.topicsChanged)
  const devices = new Map<string, Device>()
  const entities = new Map<string, { entity: NativeEntity; device: Device }>()

  /** Returns whether there was room for it. */
  function put(address: string, device: Device, topic: string): boolean {
    const before = devices.get(address)
    const isNew = device.entities.filter(({ id }) => !entities.has(id)).length
    if (entities.size + isNew > maxEntities()) {
      notice({ code: 'too_many_entities', topic, detail: 'too many entities are announced' })
      return false
    }
    devices.set(address, device)
    for (const entity of device.entities) {
      const known = entities.get(entity.id)
      if (known !== undefined) entity.continueFrom(known.entity)
      entities.set(entity.id, { entity, device })
    }
    groups.set(device, device.identities)
    if (before === undefined) topics.add(device)
    else {
      topics.replace(before, device)
      groups.set(before, [])
      for (const entity of before.entities)
        if (entities.get(entity.id)?.device === before) end(entity, before)
    }
    for (const { id, isListed } of device.entities) if (isListed) report({ event: 'changed', id })
    listIfReady(device)
    return true
  }

  function withdraw(address: string): void {
    const device = devices.get(address)
    if (device === undefined) return
    devices.delete(address)
    topics.remove(device)
    groups.set(device, [])
    for (const entity of device.entities) end(entity, device)
  }

  function end(entity: NativeEntity, device: Device): void {
    entity.isAnnounced = false
    if (!entity.isKept) {
      remove(entity)
      return
    }
    groups.set(device, device.identities)
    if (entity.isListed) report({ event: 'changed', id: entity.id })
  }

  function remove({ id, isListed }: NativeEntity): void {
    const found = entities.get(id)
    entities.delete(id)
    if (found !== undefined && !isHeld(found.device)) groups.set(found.device, [])
    if (isListed) report({ event: 'gone', id })
  }

  /** Whether an entity of the device is announced or kept. */
  const isHeld = (device: Device): boolean =>
    device.entities.some(({ id }) => entities.get(id)?.device === device)

  function listIfReady(device: Device): void {
    if (!topics.isReady(device)) return
    for (const entity of device.entities) {
      if (entity.isListed) continue
      entity.isListed = true
      report({ event: 'appeared', id: entity.id })
    }
  }

  return {
    put,
    withdraw,
    device: (address: string) => devices.get(address) ?? null,
    devicesOf: (topic: string) => topics.ownersOf(topic),
    find: (id: string) => entities.get(id) ?? null,
    size: () => entities.size,
    subscribed(subscribed: readonly string[]) {
      for (const device of topics.subscribed(subscribed)) listIfReady(device)
    },
    list(): Entity[] {
      const listed = [...entities.values()].filter(({ entity }) => entity.isListed)
      return listed.map(({ entity, device }) => entity.describe(device, groups.keyOf(device)))
    },
    describe(id: string): Entity | null {
      const found = entities.get(id)
      if (found === undefined || !found.entity.isListed) return null
      return found.entity.describe(found.device, groups.keyOf(found.device))
    },
    keep(id: string, isKept: boolean) {
      const found = entities.get(id)
      if (found === undefined) return
      found.entity.isKept = isKept
      if (!isKept && !found.entity.isAnnounced) remove(found.entity)
    },
    setAvailable(device: Device, isAvailable: boolean) {
      if (device.isAvailable === isAvailable) return
      device.isAvailable = isAvailable
      for (const { id, isListed } of device.entities) if (isListed) report({ event: 'changed', id })
    },
    take(entity: NativeEntity, state: NativeState, isRetained: boolean) {
      const hasChanged = entity.take(state, isRetained, clock.now())
      if (entity.isListed) report({ event: 'reported', id: entity.id, isLive: !isRetained, hasChanged })
    },
  }
}
