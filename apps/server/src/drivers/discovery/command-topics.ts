import type { DiscoveredEntity } from './discovered-entity.ts'

/**
 * Who publishes to which topic. Entities of one device may share a topic; a topic that commands another device is refused,
 * because a light could be announced that opens a door.
 */
export function createCommandTopics(keyOf: (entity: DiscoveredEntity) => string | null) {
  const owners = new Map<string, Set<DiscoveredEntity>>()

  return {
    add(entity: DiscoveredEntity): void {
      for (const topic of entity.config.kind.commandTopics) {
        owners.set(topic, (owners.get(topic) ?? new Set()).add(entity))
      }
    },
    remove(entity: DiscoveredEntity): void {
      for (const topic of entity.config.kind.commandTopics) {
        const known = owners.get(topic)
        known?.delete(entity)
        if (known?.size === 0) owners.delete(topic)
      }
    },
    /** The first of the topics that commands another device. */
    conflict(
      entity: DiscoveredEntity,
      topics: readonly string[],
      before: DiscoveredEntity | undefined,
    ): string | null {
      const isForeign = (other: DiscoveredEntity) => {
        if (other === before || other.id === entity.id) return false
        const key = keyOf(other)
        return key === null || key !== keyOf(entity)
      }
      return topics.find((topic) => [...(owners.get(topic) ?? [])].some(isForeign)) ?? null
    },
  }
}
