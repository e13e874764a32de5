import { deviceNameSchema } from '@senca/contract'
import { ApiFailure } from '#core/failures.ts'
import type { Texts } from '#i18n/resources.ts'

type ClaimWords = keyof Texts['claim']
export interface ClaimFaults {
  code: ClaimWords | null
  name: ClaimWords | null
}

/** What keeps a claim from being sent, by field. */
export function claimFaults(code: string, name: string): ClaimFaults {
  return { code: code.trim() === '' ? 'codeEmpty' : null, name: nameFault(name) }
}

function nameFault(name: string): ClaimWords | null {
  if (name.trim() === '') return 'nameEmpty'
  return deviceNameSchema.safeParse(name).success ? null : 'nameInvalid'
}

/** Which field a refusal is about; null when it is about neither. */
export function claimRefusal(failure: unknown): ClaimFaults | null {
  if (!(failure instanceof ApiFailure)) return null
  switch (failure.error) {
    case 'device_name_in_use':
      return { code: null, name: 'nameInUse' }
    case 'device_not_exist':
    case 'resource_not_found':
    case 'confirmation_invalid':
    case 'confirmation_code_expired':
      return { code: 'codeUnknown', name: null }
    case 'malformed_request':
      return failure.key === 'name'
        ? { code: null, name: 'nameInvalid' }
        : { code: 'codeUnknown', name: null }
    default:
      return null
  }
}
