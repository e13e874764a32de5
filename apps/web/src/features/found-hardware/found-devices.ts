import { DEVICE_TYPES, type DeviceInfo, type DeviceType, nameKeyOf } from '@senca/contract'
import type { Entity } from '@senca/contract/discovery'

/** One physical device that was found, with what it announced. */
export interface FoundDevice {
  key: string
  /** Its own name, or that of the one thing it announced; null if it has none. */
  name: string | null
  /** Maker, model and the bridge that announced it, as far as they are known. */
  facts: readonly string[]
  isAvailable: boolean
  /** What it is there for, and what can become a device. */
  entities: readonly Entity[]
  /** Settings and diagnostics, and what is announced a second time in another way. */
  folded: readonly Entity[]
}

/** What is in no device yet, by physical device, ordered by name. */
export function foundDevices(entities: readonly Entity[], languageTag: string): FoundDevice[] {
  const byKey = new Map<string, Entity[]>()
  for (const entity of entities.filter(({ token }) => token === null)) {
    const key = entity.device?.key ?? entity.id
    byKey.set(key, [...(byKey.get(key) ?? []), entity])
  }
  return [...byKey]
    .map(([key, announced]) => foundDevice(key, announced))
    .sort((a, b) => (a.name ?? '').localeCompare(b.name ?? '', languageTag) || a.key.localeCompare(b.key))
}

/** What a device of the home is now, as far as it is announced. */
export function ownHardware(
  entities: readonly Entity[],
  { id, name }: Pick<DeviceInfo, 'id' | 'name'>,
): FoundDevice {
  const own = entities.filter(({ token }) => token === id)
  return { ...foundDevice(id, own), name, entities: own, folded: [] }
}

function foundDevice(key: string, announced: readonly Entity[]): FoundDevice {
  const better = new Set(announced.filter(({ suggested }) => suggested === true).map(({ kind }) => kind))
  const isMain = ({ category, kind, source, suggested }: Entity) =>
    category === null && !(better.has(kind) && source === 'home-assistant' && suggested !== true)
  const entities = announced.filter(isMain)
  const [first] = entities.length > 0 ? entities : announced
  const device = announced.map((entity) => entity.device).find((one) => one !== null) ?? null
  const maker = [device?.manufacturer, device?.model].filter((word) => word != null).join(' ')
  const facts = [maker, first?.origin?.name ?? ''].filter((fact) => fact !== '')
  return {
    key,
    name: device?.name ?? first?.name ?? first?.suggestedName ?? null,
    facts: [...new Set(facts)],
    isAvailable: announced.some(({ state }) => state.available),
    entities,
    folded: announced.filter((entity) => !isMain(entity)),
  }
}

/** What of it can become a device. */
export const usable = ({ entities }: Pick<FoundDevice, 'entities'>): Entity[] =>
  entities.filter(({ types }) => types.length > 0)

/** The types of device that can be made of it. */
export const typesOf = (found: Pick<FoundDevice, 'entities'>): DeviceType[] =>
  DEVICE_TYPES.filter((type) => usable(found).some(({ types }) => types.includes(type)))

export const isNameFree = (name: string, taken: readonly string[]): boolean =>
  !taken.some((other) => nameKeyOf(other) === nameKeyOf(name))

/** What one tap adds: a single cover whose type and name are clear. The direction of an awning is never clear. */
export function oneTapOf(
  found: FoundDevice,
  takenNames: readonly string[],
): { id: string; devicetype: DeviceType; name: string } | null {
  const [entity, ...others] = usable(found)
  if (entity === undefined || others.length > 0 || entity.kind !== 'cover') return null
  const { id, suggestedType: devicetype, suggestedName: name } = entity
  if (devicetype === null || devicetype === 'awning' || entity.suggestedInverted === true) return null
  return name !== null && isNameFree(name, takenNames) ? { id, devicetype, name } : null
}
