import { type DeviceType, kindOf } from '@senca/contract'
import { ENTITY_PARTS, type EntityPart } from '@senca/contract/discovery'
import type { Entity } from '#drivers/hardware.ts'

type Placed = Pick<Entity, 'id' | 'kind' | 'deviceClass' | 'source' | 'types'>

/** The part of each entity, by its id. */
export type Places = Map<string, EntityPart>

/** `shape`: the named parts are not such of these entities. `unable`: the entities do not make such a device. */
export type PlacingFault = 'shape' | 'unable'

const DOOR_PARTS: readonly EntityPart[] = ['lock', 'strike', 'contact', 'lockContact']
const LIGHT_PARTS: readonly EntityPart[] = ['light1', 'light2']

/** The parts that an entity may be in a device, the most likely first [HW25]. */
function partsOf({ kind, deviceClass, source }: Placed, type: DeviceType): readonly EntityPart[] {
  const { family } = kindOf(type)
  switch (kind) {
    case 'cover':
      return family === 'shade' ? ['cover'] : []
    case 'lock':
      return family === 'door' ? ['lock'] : []
    case 'contact':
      if (family !== 'door') return []
      return deviceClass === 'lock' ? ['lockContact', 'contact'] : ['contact', 'lockContact']
    case 'light':
    case 'switch':
      if (family === 'light') return LIGHT_PARTS
      if (family !== 'door') return []
      // Only the relay of a Shelly ends its pulse by itself.
      return kind === 'switch' && source === 'shelly'
        ? ['doorLight', 'handleLight', 'foil', 'strike']
        : ['doorLight', 'handleLight', 'foil']
  }
}

function isWhole(type: DeviceType, parts: readonly EntityPart[]): boolean {
  switch (kindOf(type).family) {
    case 'shade':
      return parts.length === 1
    case 'door':
      return parts.some((part) => DOOR_PARTS.includes(part))
    case 'light':
      return parts.length >= 1
  }
}

/** Gives each entity its part in a device of this type: as asked, else by the order of parts and of entities. */
export function placeEntities(
  type: DeviceType,
  entities: readonly Placed[],
  asked: Readonly<Record<string, EntityPart>> = {},
): Places | PlacingFault {
  if (Object.keys(asked).some((id) => !entities.some((entity) => entity.id === id))) return 'shape'
  const named = entities.flatMap(({ id }) => asked[id] ?? [])
  const isMisplaced = entities.some((entity) => {
    const part = asked[entity.id]
    return part !== undefined && !partsOf(entity, type).includes(part)
  })
  if (isMisplaced || new Set(named).size < named.length) return 'shape'
  const places: Places = new Map()
  const taken = new Set(named)
  for (const entity of entities) {
    const part = asked[entity.id] ?? partsOf(entity, type).find((candidate) => !taken.has(candidate))
    if (part === undefined || !entity.types.includes(type)) return 'unable'
    taken.add(part)
    places.set(entity.id, part)
  }
  return isWhole(type, [...taken]) ? places : 'unable'
}

/** The part that decides whether the device is connected. */
export const mainPartOf = (places: Places): EntityPart | undefined =>
  ENTITY_PARTS.find((part) => [...places.values()].includes(part))
