import { type DeviceType, kindOf, LIMITS, wholePercent } from '@senca/contract'
import type { ActivityEntry } from '@senca/contract/activity'
import type { SafetyReason } from '@senca/contract/automation'
import type { TFunction } from 'i18next'
import { doneText } from '#i18n/done-text.ts'
import { codeText } from '#i18n/error-text.ts'
import { becauseText, type How, limitOf } from '#i18n/weather-words.ts'
import { isUnlockRefusal, refusedWords, whichApp } from './bridge-words.ts'

/** A result that has not come by then will not come any more. */
const UNKNOWN_AFTER_MS = LIMITS.COMMAND_REST_MAX_MS + 60_000

/** If a command took longer than this, its entry shows how long. */
const LONG_MS = 60_000

type Details = ActivityEntry['details']

const isKnown = (share: number | null | undefined): share is number => typeof share === 'number'

/** Whether the action succeeded, or happened without a command. */
const hasHappened = ({ result }: ActivityEntry): boolean => result === null || result.status === 'success'

const percentText = (share: number, t: TFunction): string => t('card.percent', { value: wholePercent(share) })

function placeWords(
  { position, inclination }: Details,
  mood: 'done' | 'asked',
  type: DeviceType | null,
  t: TFunction,
): string {
  const isAwning = type === 'awning'
  if (!isKnown(position)) {
    return isKnown(inclination)
      ? t(`activity.${mood}.tilted`, { inclination: percentText(inclination, t) })
      : t(`activity.${mood}.stopped`)
  }
  if (wholePercent(position) === 0 && !isKnown(inclination))
    return t(`activity.${mood}.${isAwning ? 'retracted' : 'opened'}`)
  if (wholePercent(position) === 100 && !isKnown(inclination))
    return t(`activity.${mood}.${isAwning ? 'extended' : 'closed'}`)
  const place = percentText(position, t)
  return isKnown(inclination)
    ? t(`activity.${mood}.movedBoth`, { position: place, inclination: percentText(inclination, t) })
    : t(`activity.${mood}.moved`, { position: place })
}

function lightWords({ lightType, brightness, opacity }: Details, t: TFunction): string {
  if (lightType === undefined) {
    if (opacity === 1) return t('activity.what.milky')
    if (opacity === 0) return t('activity.what.clear')
    return t('activity.what.foil', { opacity: percentText(opacity ?? 0, t) })
  }
  const light = t(`activity.what.lights.${lightType}`)
  if (brightness === 1) return t('activity.what.lightOn', { light })
  if (brightness === 0) return t('activity.what.lightOff', { light })
  return t('activity.what.light', { light, brightness: percentText(brightness ?? 0, t) })
}

/** What happened or was requested: "Moved to 40 %", "Motor lock: unlocked". `type` is the device type if it is known. */
export function whatWords(
  entry: ActivityEntry,
  type: DeviceType | null,
  t: TFunction,
  how: Omit<How, 't'> = { units: 'metric', tag: 'en' },
): string {
  const what = plainWords(entry, type, t)
  const { cause, overrideReason, late } = entry.details
  if (late !== undefined) return t('activity.what.late', { what })
  if (overrideReason !== undefined) return t('activity.what.override', { what, reason: overrideReason })
  return cause === undefined ? what : causeWords(what, cause, { ...how, t })
}

/** The action with its cause: "Retracted: gusts of 50 km/h, limit 37 km/h". */
function causeWords(what: string, cause: SafetyReason, how: How): string {
  const why = becauseText(cause, false, how)
  const limit = limitOf(cause, how)
  return limit === null || cause.value === null
    ? how.t('activity.what.because', { what, why })
    : how.t('activity.what.becauseLimit', { what, why, limit })
}

function plainWords(entry: ActivityEntry, type: DeviceType | null, t: TFunction): string {
  const { action, details } = entry
  const mood = hasHappened(entry) ? 'done' : 'asked'
  const lock = t(`card.lockName.${details.lockType ?? 'motor'}`)
  switch (action) {
    case 'move':
    case 'moved':
      return placeWords(details, mood, type, t)
    case 'move_to_ventilation':
      return t(`activity.${mood}.ventilated`)
    case 'stop':
      return t(`activity.${mood}.stopped`)
    case 'unlock':
      return t(`activity.${mood}.unlocked`, { lock })
    case 'lock':
      return t(`activity.${mood}.locked`, { lock })
    case 'recalibrate':
      return t(`activity.${mood}.recalibrated`)
    case 'restart':
      return t(`activity.${mood}.restarted`)
    case 'light_apply':
    case 'magic_foil_apply':
    case 'switched':
      return lightWords(details, t)
    case 'rename':
      return t('activity.what.renamed', { name: details.name ?? '' })
    case 'settings':
      return t('activity.what.settings')
    case 'favourite':
      return t('activity.what.favourite')
    case 'ventilation':
      return t('activity.what.ventilation')
    case 'weather_automatic':
      return t(details.automatic === true ? 'activity.what.weatherOn' : 'activity.what.weatherOff')
    case 'unlock_guard':
      return t('activity.what.guard')
    case 'claimed':
      return t('activity.what.claimed')
    case 'deleted':
      return t('activity.what.deleted')
    case 'transferred':
      return t('activity.what.transferred', { email: details.email ?? '' })
    case 'received':
      return t('activity.what.received', { email: details.email ?? '' })
    case 'test_move':
      return t(details.direction === 'close' ? 'activity.what.testClose' : 'activity.what.testOpen')
    case 'factory_reset':
      return t('activity.what.factoryReset')
    case 'replaced':
      return t('activity.what.replaced')
    case 'upgraded':
      return t('activity.what.upgraded', { version: details.version ?? '' })
    case 'upgrade_failed':
      return t('activity.what.upgradeFailed', { version: details.version ?? '' })
    case 'key_added':
      return t('activity.what.keyAdded')
    case 'key_deleted':
      return t('activity.what.keyDeleted')
    case 'secret_enabled':
      return t('activity.what.secretOn')
    case 'secret_disabled':
      return t('activity.what.secretOff')
    case 'counts_began_again':
      return t('activity.what.countsBeganAgain')
    case 'health_sign':
      return t(`activity.what.health.${details.healthSign ?? 'restarts'}`)
    case 'bridge_paired':
    case 'bridge_unpaired':
    case 'bridge_lost':
    case 'bridge_found':
      return t(`activity.what.${action}`)
    case 'unlocked':
      return t('activity.what.unlocked', { lock })
    case 'locked':
      return t('activity.what.locked', { lock })
    case 'jammed':
      return t('activity.what.jammed', { lock })
    case 'door_opened':
      return t('activity.what.doorOpened')
    case 'door_closed':
      return t('activity.what.doorClosed')
  }
}

/** Who or what did it, and the app that asked for it. `me` is the e-mail address of the signed-in person; `type` is the device type if it is known. */
export function whoWords(
  entry: ActivityEntry,
  about: { me: string; type: DeviceType | null },
  t: TFunction,
): string {
  const who = actorWords(entry, about, t)
  const { askedBy } = entry
  return askedBy === undefined ? who : `${who}, ${t('activity.who.askedBy', { name: askedBy.name })}`
}

function actorWords(
  entry: ActivityEntry,
  { me, type }: { me: string; type: DeviceType | null },
  t: TFunction,
): string {
  const { origin, by, role, details } = entry
  switch (origin) {
    case 'app':
      if (by === null) return t('activity.who.appUnknown')
      return by === me ? t('activity.who.you') : t('activity.who.app', { name: by })
    case 'role': {
      if (role == null) return by === me ? t('activity.who.you') : (by ?? t('activity.who.appUnknown'))
      if (by === null) return t('activity.who.roleUnknown', { role: role.name })
      return t(by === me ? 'activity.who.yourRole' : 'activity.who.role', { name: by, role: role.name })
    }
    case 'link':
      return t('activity.who.link', { name: by ?? '' })
    case 'scenario':
      return t(details.isByHand === true ? 'activity.who.scenarioByHand' : 'activity.who.scenario', {
        name: by ?? '',
      })
    case 'bridge':
      return whichApp(entry, t)
    case 'sun':
      return t('activity.who.sun')
    case 'wall_switch':
      return t(type !== null && kindOf(type).family === 'door' ? 'activity.who.door' : 'activity.who.wall')
    case 'device':
      return t('activity.who.device')
  }
}

/** Whether it was done, and in the time that is usual, so that the result need not be said. */
export const isAsExpected = ({ result }: ActivityEntry): boolean =>
  result?.status === 'success' && (result.durationMs ?? 0) <= LONG_MS

export interface ResultWords {
  tone: 'plain' | 'bad'
  words: string[]
}

/** The result of an entry at `now` (milliseconds since the epoch); null for an action without a separate result. */
export function resultWords(entry: ActivityEntry, now: number, t: TFunction): ResultWords | null {
  const { at, origin, result } = entry
  if (result === null) return null
  const refused = origin === 'bridge' ? refusedWords(entry, t) : null
  if (refused !== null) return refused
  switch (result.status) {
    case 'sent':
    case 'acknowledged': {
      const isOver = now - Date.parse(at) > UNKNOWN_AFTER_MS
      return { tone: 'plain', words: [t(`activity.result.${isOver ? 'unknown' : result.status}`)] }
    }
    case 'success':
      return { tone: 'plain', words: [doneText(result.durationMs ?? 0, t)] }
    case 'unconfirmed':
      return { tone: 'plain', words: [t('life.unconfirmed')] }
    case 'error':
      return failureWords(result, t)
  }
}

function failureWords(
  { error, error_detail: detail, position, inclination }: NonNullable<ActivityEntry['result']>,
  t: TFunction,
): ResultWords {
  const share = isKnown(position) ? position : inclination
  const place = isKnown(share) ? [t('activity.result.reached', { place: percentText(share, t) })] : []
  const isNobodysFault = detail === 'stopped' || detail === 'replaced' || detail === 'moved_elsewhere'
  if (isNobodysFault) return { tone: 'plain', words: [t(`life.detail.${detail}`), ...place] }
  if (detail === 'may_still_happen') return { tone: 'plain', words: [t('life.unconfirmed')] }
  if (detail === 'door_open') return { tone: 'plain', words: [t('activity.result.doorOpen')] }
  return {
    tone: 'bad',
    words: [t('activity.result.failed', { reason: reasonOf(error, detail, t) }), ...place],
  }
}

type ReasonDetail = Exclude<
  NonNullable<ActivityEntry['result']>['error_detail'],
  'may_still_happen' | 'door_open'
>

function reasonOf(error: string | undefined, detail: ReasonDetail, t: TFunction): string {
  if (detail === undefined) return codeText(error ?? '', '', t)
  return isUnlockRefusal(detail) ? t(`activity.result.byBridge.${detail}`) : t(`life.detail.${detail}`)
}
