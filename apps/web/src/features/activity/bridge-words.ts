import type { ErrorCode, ResultDetail } from '@senca/contract'
import type { ActivityEntry } from '@senca/contract/activity'
import type { TFunction } from 'i18next'

/** The proof for a door that was missing or wrong, so that a command was refused before it was sent; null if it ended otherwise. */
const PROOFS = {
  stopped: null,
  replaced: null,
  jammed: null,
  restarted: null,
  moved_elsewhere: null,
  door_open: null,
  may_still_happen: null,
  pin_required: 'pin_required',
  pin_wrong: 'pin_wrong',
  pin_locked: 'pin_locked',
  passkey_required: 'passkey_required',
} as const satisfies Record<ResultDetail, ResultDetail | null>

/** Why commands of connected apps are refused otherwise [BR7]. */
const REFUSALS = {
  weather_scenario_matched: 'held',
  insufficient_permission: 'notAllowed',
} as const satisfies Partial<Record<ErrorCode, string>>

const isRefusal = (error: string | undefined): error is keyof typeof REFUSALS =>
  error !== undefined && error in REFUSALS

/** Which app did it, and the way by which it was asked: “Alexa” (Apple Home). */
export const whichApp = ({ by, bridge }: ActivityEntry, t: TFunction): string =>
  bridge?.via == null
    ? t('activity.who.bridge', { name: by ?? '' })
    : t('activity.who.bridgeVia', { name: by ?? '', via: bridge.via })

/** The reason for which an app was refused; null if it was not. */
function reasonOf({ error, error_detail: detail }: NonNullable<ActivityEntry['result']>, t: TFunction) {
  const proof = detail === undefined ? null : PROOFS[detail]
  if (proof !== null) return t(`life.detail.${proof}`)
  return detail === undefined && isRefusal(error) ? t(`activity.result.${REFUSALS[error]}`) : null
}

/** Why an app was refused, and how many refusals before it have no entry; null if it was not refused. */
export function refusedWords({ details: { leftOut }, result }: ActivityEntry, t: TFunction) {
  const reason = result?.status === 'error' ? reasonOf(result, t) : null
  if (reason === null) return null
  const before = leftOut === undefined ? [] : [t('activity.result.leftOut', { count: leftOut })]
  return { tone: 'bad' as const, words: [t('activity.result.refused', { reason }), ...before] }
}
