import type { EntityModelOptions } from '../entities/entity-model.ts'
import { defaultMaxEntities } from '../entities/entity-model.ts'
import type { TopicTable } from '../entities/topic-table.ts'
import type { AnnouncedChange } from './announcement.ts'
import type { Battery } from './batteries.ts'
import { createCommandTopics } from './command-topics.ts'
import { type Component, isComponent } from './config-topic.ts'
import { isContact } from './contact.ts'
import { DiscoveredEntity, type Place } from './discovered-entity.ts'
import { idOf, readEntityConfig } from './entity-config.ts'
import { Refused } from './refused.ts'
import type { TemplateCache } from './templates.ts'

const placeOf = ({ topic, key }: Pick<Place, 'topic' | 'key'>): string =>
  key === '' ? topic : `${topic}\n${key}`

const MAX_BYTES = 16 * 1024 * 1024

type Announce = Extract<AnnouncedChange, { type: 'announce' }>

interface Waiting {
  id: string
  place: Place
  change: AnnouncedChange
}

/** Which entities are announced, and where. An id belongs to the first place that announced it, until it is withdrawn there. */
export function createEntityRegister(
  options: EntityModelOptions & {
    /** Batteries need topics too, which may be the same. */
    topics: TopicTable<DiscoveredEntity | Battery>
    compile: TemplateCache
  },
) {
  const { clock, groups, report, notice, maxEntities = defaultMaxEntities, topics, compile } = options
  const commandTopics = createCommandTopics((entity) => groups.keyOf(entity))
  const byId = new Map<string, DiscoveredEntity>()
  const byPlace = new Map<string, DiscoveredEntity>()
  /** The components that each config topic announced, and how long its message was. */
  const topicsOfConfig = new Map<string, { keys: Set<string>; bytes: number }>()
  let bytes = 0
  /** Announcements of an id that another place holds. */
  const waiting = new Map<string, Waiting>()

  function apply(place: Place, what: AnnouncedChange): void {
    const name = placeOf(place)
    const entity = byPlace.get(name)
    if (what.type === 'migrate') {
      if (entity !== undefined) entity.isMigrating = true
    } else if (what.type === 'announce' && isRead(what)) announce(place, what, entity)
    else {
      waiting.delete(name)
      if (entity !== undefined) withdraw(entity)
      else forgetKey(place)
    }
  }

  const isRead = (what: Announce): what is Announce & { component: Component } =>
    isComponent(what.component) && (what.component !== 'binary_sensor' || isContact(what.options))

  function announce(
    place: Place,
    what: Announce & { component: Component },
    before: DiscoveredEntity | undefined,
  ): void {
    const name = placeOf(place)
    if (before !== undefined && isSame(before, place)) return
    // Beyond the limit nothing else is read, because a bridge may announce any number.
    if (
      before === undefined &&
      byId.size >= maxEntities() &&
      !byId.has(idOf(what.component, what.options, name))
    ) {
      notice({ code: 'too_many_entities', topic: place.topic, detail: 'too many entities are announced' })
      return
    }
    checkSize(place)
    const config = readEntityConfig(what.component, what.options, name, {
      compile,
      clock,
      stopped(detail) {
        notice({ code: 'template_stopped', topic: place.topic, detail })
        changed(config.id)
      },
    })
    const entity = new DiscoveredEntity(place, config, clock, (change) => timeOver(config.id, change))
    const holder = byId.get(config.id)
    if (holder !== undefined && holder !== before && holder.isAnnounced && !holder.isMigrating) {
      waitFor({ id: config.id, place, change: what })
      throw new Refused('duplicate_unique_id', `${holder.place.topic} announces the same unique_id`)
    }
    groups.set(entity, config.identity?.identities ?? [])
    const taken = commandTopics.conflict(
      entity,
      [...config.topics, ...config.kind.commandTopics],
      holder ?? before,
    )
    if (taken !== null) {
      groups.set(entity, [])
      throw new Refused('bad_config', `${taken} is the command topic of another entity`)
    }
    if (before !== undefined && before !== holder) withdraw(before)
    waiting.delete(name)
    put(entity, holder)
  }

  /** The same message again changes nothing. */
  const isSame = (entity: DiscoveredEntity, { payload }: Place): boolean =>
    entity.isAnnounced && !entity.isMigrating && entity.place.payload.equals(payload)

  function waitFor(next: Waiting): void {
    if (waiting.size >= maxEntities()) return
    waiting.set(placeOf(next.place), next)
    addKey(next.place)
  }

  function put(entity: DiscoveredEntity, before: DiscoveredEntity | undefined): void {
    if (before !== undefined) {
      entity.continueFrom(before)
      drop(before)
      topics.replace(before, entity)
    } else topics.add(entity)
    byId.set(entity.id, entity)
    byPlace.set(placeOf(entity.place), entity)
    addKey(entity.place)
    commandTopics.add(entity)
    if (entity.isListed) report({ event: 'changed', id: entity.id })
    else listIfReady(entity)
  }

  function drop(entity: DiscoveredEntity): void {
    commandTopics.remove(entity)
    groups.set(entity, [])
    const name = placeOf(entity.place)
    if (byPlace.get(name) !== entity) return
    byPlace.delete(name)
    forgetKey(entity.place)
  }

  function withdraw(entity: DiscoveredEntity): void {
    entity.stop()
    drop(entity)
    topics.remove(entity)
    entity.isAnnounced = false
    if (entity.isKept) {
      groups.set(entity, entity.config.identity?.identities ?? [])
      changed(entity.id)
    } else remove(entity)
    for (const next of [...waiting.values()].filter(({ id }) => id === entity.id)) {
      if (byId.get(entity.id)?.isAnnounced) break
      waiting.delete(placeOf(next.place))
      takeOver(next)
    }
  }

  function takeOver({ place, change: what }: Waiting): void {
    try {
      apply(place, what)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      notice({ code: error.code, topic: place.topic, detail: error.message })
    }
  }

  function remove(entity: DiscoveredEntity): void {
    byId.delete(entity.id)
    if (entity.isListed) report({ event: 'gone', id: entity.id })
  }

  function listIfReady(entity: DiscoveredEntity): void {
    if (entity.isListed || !topics.isReady(entity)) return
    entity.isListed = true
    report({ event: 'appeared', id: entity.id })
  }

  function changed(id: string): void {
    if (byId.get(id)?.isListed) report({ event: 'changed', id })
  }

  function timeOver(id: string, change: 'available' | 'state'): void {
    if (!byId.get(id)?.isListed) return
    if (change === 'available') report({ event: 'changed', id })
    else report({ event: 'reported', id, isLive: true, hasChanged: true })
  }

  function addKey({ topic, key, payload }: Place): void {
    const known = topicsOfConfig.get(topic) ?? { keys: new Set(), bytes: 0 }
    known.keys.add(key)
    bytes += payload.length - known.bytes
    known.bytes = payload.length
    topicsOfConfig.set(topic, known)
  }

  function forgetKey({ topic, key }: Place): void {
    const known = topicsOfConfig.get(topic)
    known?.keys.delete(key)
    if (known === undefined || known.keys.size > 0) return
    topicsOfConfig.delete(topic)
    bytes -= known.bytes
  }

  /** Announcements are kept, and long ones would fill the memory before there are too many. */
  function checkSize({ topic, payload }: Place): void {
    if (bytes + payload.length - (topicsOfConfig.get(topic)?.bytes ?? 0) <= MAX_BYTES) return
    throw new Refused('too_many_entities', 'the announcements take over 16 MiB')
  }

  return {
    apply,
    keysOf: (topic: string): string[] => [...(topicsOfConfig.get(topic)?.keys ?? [])],
    subscribed(subscribed: readonly string[]) {
      for (const owner of topics.subscribed(subscribed))
        if (owner instanceof DiscoveredEntity) listIfReady(owner)
    },
    size: () => byId.size,
    listed: () => [...byId.values()].filter(({ isListed }) => isListed),
    find: (id: string) => byId.get(id) ?? null,
    keyOf: (entity: DiscoveredEntity) => groups.keyOf(entity),
    keep(id: string, isKept: boolean) {
      const entity = byId.get(id)
      if (entity === undefined) return
      entity.isKept = isKept
      if (!isKept && !entity.isAnnounced) {
        groups.set(entity, [])
        remove(entity)
      }
    },
    stop() {
      for (const entity of byId.values()) entity.stop()
    },
  }
}
