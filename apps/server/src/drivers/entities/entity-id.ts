import { createHash } from 'node:crypto'
import type { EntityKind, EntitySource } from './entity.ts'

/** A hash of 22 characters. */
export const shortHash = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)

/** The id of an entity, stable over announcements and restarts: unique ids are unique per source and component. */
export const entityId = (source: EntitySource, kind: EntityKind, uniqueId: string): string =>
  shortHash(source, kind, uniqueId)
