import type { CommandResult, ErrorCode, Language } from '@senca/contract'
import { safetySchema } from '@senca/contract/automation'
import { filled } from '#features/confirmations/index.ts'
import { holdText } from './states.ts'
import { REFUSAL_WORDS } from './texts/index.ts'
import type { RefusalName } from './texts/part-words.ts'

/** What an `event` entity says of a command that was not carried out [BR37]. */
export interface RefusedEvent {
  event_type: 'refused'
  error: string
  reason: string | null
  text: string
  until: string | null
}

const NAME_BY_DETAIL: Readonly<Record<string, RefusalName>> = {
  pin: 'pin',
  pin_locked: 'pinLocked',
  approval_denied: 'denied',
  approval_expired: 'expired',
  door_open: 'doorOpen',
}
const NAME_BY_ERROR: Partial<Record<ErrorCode | 'unconfirmed', RefusalName>> = {
  insufficient_permission: 'notAllowed',
  device_not_exist: 'notAllowed',
  approval_not_possible: 'nobody',
  device_offline: 'offline',
  device_unreachable: 'offline',
  device_busy: 'busy',
  device_not_ready: 'busy',
  too_many_requests: 'tooFast',
  device_unsupported_action: 'unsupported',
  unconfirmed: 'unconfirmed',
}

const isKnown = (error: string): error is keyof typeof NAME_BY_ERROR => Object.hasOwn(NAME_BY_ERROR, error)

/** Why a command was refused, in the language of the maker. */
export function refusedEvent(
  { error, detail, safety: raw }: { error: string; detail?: string | undefined; safety?: unknown },
  language: Language,
): RefusedEvent {
  const safety = safetySchema.safeParse(raw).data
  const words = REFUSAL_WORDS[language]
  if (safety !== undefined)
    return {
      event_type: 'refused',
      error,
      reason: safety.reason.measurement,
      text: filled(words.held, { reason: holdText(safety.reason, language) }),
      until: safety.until,
    }
  const name =
    (detail === undefined ? undefined : NAME_BY_DETAIL[detail]) ??
    (isKnown(error) ? NAME_BY_ERROR[error] : undefined) ??
    'failed'
  return { event_type: 'refused', error, reason: detail ?? null, text: words[name], until: null }
}

/** What is to be said of the result of a command; null if it was taken. */
export function refusalIn(results: readonly CommandResult[]) {
  const [result] = results
  if (result === undefined || result.status === 'success') return null
  if (result.status === 'unconfirmed') return { error: 'unconfirmed' }
  return { error: result.error, detail: result.error_detail, safety: result.safety }
}
