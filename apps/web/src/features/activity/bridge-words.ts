import type { ErrorCode, ResultDetail } from '@senca/contract'
import { type ActivityEntry, BRIDGE_ACTIONS } from '@senca/contract/activity'
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
  pin: null,
  approval_required: null,
  approval_denied: null,
  approval_expired: null,
} as const satisfies Record<ResultDetail, ResultDetail | null>

/** Why commands of connected apps are refused otherwise [BR7]. */
const REFUSALS = {
  weather_scenario_matched: 'held',
  insufficient_permission: 'notAllowed',
} as const satisfies Partial<Record<ErrorCode, string>>

const isRefusal = (error: string | undefined): error is keyof typeof REFUSALS =>
  error !== undefined && error in REFUSALS

/** Why a bridge did not unlock a door: its own PIN, or the answer of a person [BR63]. */
const UNLOCK_REFUSALS = ['pin', 'approval_required', 'approval_denied', 'approval_expired'] as const
export type UnlockRefusal = (typeof UNLOCK_REFUSALS)[number]

export const isUnlockRefusal = (detail: ResultDetail | undefined): detail is UnlockRefusal =>
  UNLOCK_REFUSALS.some((refusal) => refusal === detail)

const OF_BRIDGES: ReadonlySet<string> = new Set(BRIDGE_ACTIONS)

/** Which app did it, and the way by which it was asked: “Alexa” (Apple Home). What concerns a bridge alone was done by the other side. */
export function whichApp({ action, by, bridge }: ActivityEntry, t: TFunction): string {
  if (bridge?.via == null) return t('activity.who.bridge', { name: by ?? '' })
  return OF_BRIDGES.has(action)
    ? bridge.via
    : t('activity.who.bridgeVia', { name: by ?? '', via: bridge.via })
}

/** The reason for which an app was refused; null if it was not. */
function reasonOf({ error, error_detail: detail }: NonNullable<ActivityEntry['result']>, t: TFunction) {
  if (isUnlockRefusal(detail)) return t(`activity.result.byBridge.${detail}`)
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
