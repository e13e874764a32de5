import type { Entity, EntityDevice, Limitation } from './entity.ts'
import { suggestName, suggestType, typesOf } from './entity-names.ts'

/** What a protocol knows of an entity; the rest follows from it by rules that all protocols share. */
type Described = Omit<Entity, 'types' | 'suggestedType' | 'suggestedInverted' | 'suggestedName'>

const MAX_DETAIL = 200

const shortened = (limitation: Limitation): Limitation => ({
  ...limitation,
  detail: limitation.detail.slice(0, MAX_DETAIL),
})

export const NOT_ANNOUNCED: Limitation = {
  code: 'not_announced',
  detail: 'its hardware does not announce it any more',
}

export function describeEntity(entity: Described): Entity {
  const { kind, deviceClass, can } = entity
  return {
    ...entity,
    limitations: entity.limitations.map(shortened),
    types: typesOf(kind, deviceClass, can),
    suggestedType: suggestType(kind, deviceClass, can),
    suggestedInverted: kind === 'cover' && deviceClass === 'awning',
    suggestedName: suggestName(entity.name),
  }
}

/** A device as it is listed, with the key of its group. */
export const deviceWithKey = (
  key: string | null,
  device: Omit<EntityDevice, 'key'> | null,
): EntityDevice | null => (key === null || device === null ? null : { key, ...device })
