import { type DeviceInfo, type DeviceType, kindOf } from '@senca/contract'
import type { Entity, EntityPart } from '@senca/contract/discovery'
import { ApiFailure } from '#core/api/failures.ts'
import { nameError } from '#features/device-model/device-name.ts'
import type { FieldErrors } from '#i18n/use-form.ts'
import type { AddRequest } from './discovery.ts'
import { type FoundDevice, isNameFree, typesOf, usable } from './found-devices.ts'

/** The values of the form that makes a device of what was found. */
export interface AddDraft {
  devicetype: DeviceType | null
  name: string
  /** The entity of each part; an empty id is none. */
  parts: Partial<Record<EntityPart, string>>
  /** Whether open and closed are swapped; null until it was chosen. */
  isInverted: boolean | null
  lockCode: string
}

export type AddError =
  | 'typeMissing'
  | 'nameEmpty'
  | 'nameInvalid'
  | 'nameInUse'
  | 'doorEmpty'
  | 'lightEmpty'
  | 'partTwice'
  | 'directionMissing'
  | 'codeMissing'
  | 'unfit'
  | 'unable'

const PARTS = {
  shade: ['cover'],
  door: ['lock', 'contact', 'lockContact', 'strike', 'doorLight', 'handleLight', 'foil'],
  light: ['light1', 'light2'],
} as const satisfies Record<string, readonly EntityPart[]>

const PARTS_OF_ALL: readonly EntityPart[] = Object.values(PARTS).flat()

/** A door needs one of these. */
const DOOR_NEEDS = ['lock', 'strike', 'contact'] as const
/** What a person has to choose, because the hardware does not say what it is for. */
const NEVER_PROPOSED: ReadonlySet<EntityPart> = new Set(['doorLight', 'handleLight', 'foil', 'strike'])

/** Whether an entity can be this part of a device. */
function fits({ kind, source }: Entity, part: EntityPart): boolean {
  switch (part) {
    case 'cover':
    case 'lock':
    case 'contact':
      return kind === part
    case 'lockContact':
      return kind === 'contact'
    case 'strike':
      // Only the relay of a Shelly ends its pulse by itself.
      return kind === 'switch' && source === 'shelly'
    default:
      return kind === 'light' || kind === 'switch'
  }
}

/** The parts of a device of a type, each with what can be it, that of `found` first. */
export function partChoices(
  type: DeviceType,
  found: FoundDevice,
  others: readonly FoundDevice[],
): { part: EntityPart; entities: readonly { entity: Entity; of: FoundDevice }[] }[] {
  const { family } = kindOf(type)
  const devices = [found, ...others.filter((other) => other !== found)]
  return PARTS[family]
    .map((part) => ({
      part,
      entities: devices.flatMap((of) =>
        usable(of)
          .filter((entity) => entity.types.includes(type) && fits(entity, part))
          .map((entity) => ({ entity, of })),
      ),
    }))
    .filter(({ entities }) => entities.length > 0)
}

/** What a device of this type is most probably made of. */
export function proposedParts(type: DeviceType, found: FoundDevice): AddDraft['parts'] {
  const parts: AddDraft['parts'] = {}
  const taken = new Set<string>()
  const isLockContact = ({ deviceClass }: Entity) => deviceClass === 'lock'
  for (const { part, entities } of partChoices(type, found, [])) {
    const free = entities.map(({ entity }) => entity).filter(({ id }) => !taken.has(id))
    const meant = free.find((entity) => part !== 'contact' || !isLockContact(entity))
    const proposed = part === 'lockContact' ? free.find(isLockContact) : meant
    if (proposed === undefined || NEVER_PROPOSED.has(part)) continue
    parts[part] = proposed.id
    taken.add(proposed.id)
  }
  return parts
}

/** With these values the form opens. */
export function addDraftOf(found: FoundDevice): AddDraft {
  const types = typesOf(found)
  const suggested = usable(found).map(({ suggestedType }) => suggestedType)
  const devicetype = types.length === 1 ? types[0] : suggested.find((type) => type !== null)
  const named = usable(found).find(({ suggestedName }) => suggestedName !== null)
  return {
    devicetype: devicetype ?? null,
    name: named?.suggestedName ?? '',
    parts: devicetype == null ? {} : proposedParts(devicetype, found),
    isInverted: null,
    lockCode: '',
  }
}

/** With these values the form opens that gives a device other hardware. `own` is what the device is now. */
export function assignDraftOf(
  { devicetype, name, settings }: Pick<DeviceInfo, 'devicetype' | 'name' | 'settings'>,
  own: FoundDevice,
): AddDraft {
  const parts: AddDraft['parts'] = {}
  for (const { id, part } of own.entities) if (part !== null) parts[part] = id
  const isTurned =
    kindOf(devicetype).mainAxis === 'inclination' ? settings.inclinationInverted : settings.motorInverted
  // Where other hardware moves an awning to has to be chosen again.
  const isInverted = devicetype !== 'awning' && isTurned === true ? true : null
  return { devicetype, name, parts, isInverted, lockCode: '' }
}

const chosen = ({ parts }: AddDraft): [EntityPart, string][] =>
  PARTS_OF_ALL.flatMap((part) => {
    const id = parts[part]
    return id === undefined || id === '' ? [] : [[part, id]]
  })

/** Whether the chosen lock only accepts commands with a code. */
export const needsCode = (draft: AddDraft, entities: readonly Entity[]): boolean =>
  draft.parts.lock !== undefined &&
  entities.some(
    ({ id, limitations }) =>
      id === draft.parts.lock && limitations.some(({ code }) => code === 'code_required'),
  )

/** What is wrong with the values, by field. `taken` are the names of the devices of the home. */
export function validateAdd(
  draft: AddDraft,
  taken: readonly string[],
  entities: readonly Entity[],
): FieldErrors<AddError> {
  const errors: Record<string, AddError> = {}
  const { devicetype, name } = draft
  const problem = nameError(name)
  if (problem !== null) errors.name = problem === 'empty' ? 'nameEmpty' : 'nameInvalid'
  else if (!isNameFree(name.trim(), taken)) errors.name = 'nameInUse'
  if (devicetype === null) return { devicetype: 'typeMissing', ...errors }
  const ids = chosen(draft).map(([, id]) => id)
  const { family } = kindOf(devicetype)
  if (family === 'door' && !DOOR_NEEDS.some((part) => (draft.parts[part] ?? '') !== ''))
    errors.parts = 'doorEmpty'
  else if (ids.length === 0) errors.parts = 'lightEmpty'
  else if (new Set(ids).size < ids.length) errors.parts = 'partTwice'
  if (devicetype === 'awning' && draft.isInverted === null) errors.isInverted = 'directionMissing'
  if (needsCode(draft, entities) && draft.lockCode === '') errors.lockCode = 'codeMissing'
  return errors
}

/** The setting that swaps open and closed of a shade. */
export const directionSettings = (devicetype: DeviceType, isInverted: boolean) =>
  kindOf(devicetype).mainAxis === 'inclination'
    ? { inclinationInverted: isInverted }
    : { motorInverted: isInverted }

/** The request for valid values. */
export function addRequestOf(
  draft: AddDraft,
  devicetype: DeviceType,
  entities: readonly Entity[],
): AddRequest {
  const parts = chosen(draft)
  const settings = {
    ...(kindOf(devicetype).family === 'shade' && draft.isInverted !== null
      ? directionSettings(devicetype, draft.isInverted)
      : {}),
    ...(needsCode(draft, entities) ? { lockCode: draft.lockCode } : {}),
  }
  return {
    ids: parts.map(([, id]) => id),
    devicetype,
    name: draft.name.normalize('NFC').trim(),
    parts: Object.fromEntries(parts.map(([part, id]) => [id, part])),
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
  }
}

/** As `addRefusal`, where the type of the device is fixed. */
export function assignRefusal(failure: unknown): FieldErrors<AddError> | null {
  const isUnable = failure instanceof ApiFailure && failure.error === 'device_unsupported_action'
  return isUnable ? { parts: 'unable' } : addRefusal(failure)
}

/** The fields that the server refused; null if the refusal is about something else. */
export function addRefusal(failure: unknown): FieldErrors<AddError> | null {
  if (!(failure instanceof ApiFailure)) return null
  switch (failure.error) {
    case 'device_name_in_use':
      return { name: 'nameInUse' }
    case 'device_unsupported_action':
      return { devicetype: 'unfit' }
    case 'data_missing':
      return failure.key === 'motorInverted' ? { isInverted: 'directionMissing' } : null
    case 'malformed_request':
      return failure.key === 'name' ? { name: 'nameInvalid' } : null
    default:
      return null
  }
}
