import { ApiFailure } from '#core/failures.ts'
import { nameFault } from '#features/device-model/device-name.ts'
import type { Texts } from '#i18n/resources.ts'

type ClaimWords = keyof Texts['claim']
export interface ClaimFaults {
  code: ClaimWords | null
  name: ClaimWords | null
}

const NAME_WORDS = { empty: 'nameEmpty', invalid: 'nameInvalid' } as const

/** What keeps a claim from being sent, by field. */
export function claimFaults(code: string, name: string): ClaimFaults {
  const fault = nameFault(name)
  return {
    code: code.trim() === '' ? 'codeEmpty' : null,
    name: fault === null ? null : NAME_WORDS[fault],
  }
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
