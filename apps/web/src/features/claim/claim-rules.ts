import type { Room } from '@senca/contract'
import { ApiFailure } from '#core/api/failures.ts'
import { nameError } from '#features/device-model/device-name.ts'
import type { Texts } from '#i18n/resources.ts'

type ClaimWords = {
  [Key in keyof Texts['claim']]: Texts['claim'][Key] extends string ? Key : never
}[keyof Texts['claim']]
export interface ClaimFaults {
  code: ClaimWords | null
  name: ClaimWords | null
  room: ClaimWords | null
}

/** The chosen room: none, an existing one, or a new one with this name. */
export type RoomPreference = { kind: 'none' } | { kind: 'known'; id: string } | { kind: 'new'; name: string }

const NAME_WORDS = { empty: 'nameEmpty', invalid: 'nameInvalid' } as const

/** The errors of the form by field. Room names must be unique ignoring case, as on the server. */
export function claimFaults(
  code: string,
  name: string,
  room: RoomPreference,
  rooms: readonly Pick<Room, 'name'>[],
): ClaimFaults {
  const fault = nameError(name)
  return {
    code: code.trim() === '' ? 'codeEmpty' : null,
    name: fault === null ? null : NAME_WORDS[fault],
    room: room.kind === 'new' ? roomFault(room.name, rooms) : null,
  }
}

const plain = (name: string): string => name.normalize('NFC').trim().toLowerCase()

function roomFault(name: string, rooms: readonly Pick<Room, 'name'>[]): ClaimWords | null {
  const fault = nameError(name)
  if (fault !== null) return fault === 'empty' ? 'roomEmpty' : 'nameInvalid'
  return rooms.some((room) => plain(room.name) === plain(name)) ? 'roomInUse' : null
}

/** The errors of the fields that the server refused; null if the refusal is about neither field. */
export function claimRefusal(failure: unknown): ClaimFaults | null {
  if (!(failure instanceof ApiFailure)) return null
  switch (failure.error) {
    case 'device_name_in_use':
      return { code: null, name: 'nameInUse', room: null }
    case 'device_not_exist':
    case 'resource_not_found':
    case 'confirmation_invalid':
    case 'confirmation_code_expired':
      return { code: 'codeUnknown', name: null, room: null }
    case 'malformed_request':
      return failure.key === 'name'
        ? { code: null, name: 'nameInvalid', room: null }
        : { code: 'codeUnknown', name: null, room: null }
    default:
      return null
  }
}
