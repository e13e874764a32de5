import { LIMITS } from '@senca/contract'
import { openIntervals } from '@senca/contract/link-windows'
import { linkCreateRequestSchema } from '@senca/contract/links'
import { neverOpenErrors, schemaErrors } from '#features/sharing-model/schema-errors.ts'
import type { FieldErrors } from '#i18n/use-form.ts'
import { type LinkDraft, momentsOf } from './link-draft.ts'
import { requestOf } from './link-request.ts'

export type LinkError =
  | 'name'
  | 'noDevice'
  | 'oneDevice'
  | 'manyDevices'
  | 'noTime'
  | 'endsBeforeStart'
  | 'over'
  | 'tooLong'
  | 'uses'
  | 'noDay'
  | 'noHours'
  | 'neverOpen'
  | 'noAction'
  | 'noChannel'
  | 'pin'
  /** The server refused the value. */
  | 'refused'

type Found = [field: string, error: LinkError]

const DAY_MS = 86_400_000

/**
 * The errors of a draft: those of the contract's schema, and those that concern several fields. Windows and terms per device have
 * the fields `windows.<key>`, `actions.<device>` and `channels.<device>`. `known` is the saved link; its times may be in the past
 * as long as they are not changed.
 */
export function validate(
  draft: LinkDraft,
  now: Date,
  known: LinkDraft | null = null,
): FieldErrors<LinkError> {
  const request = requestOf(draft, now)
  const bySchema = schemaErrors(linkCreateRequestSchema, request, draft.windows, errorOfTerm)
  const areWindowsRight = !bySchema.some(([field]) => field.startsWith('windows.'))
  const isOneUse = !draft.multiUse && draft.devices.length > 1
  const dark = draft.devices.filter((id) => isDark(draft.channels[id]))
  return Object.fromEntries([
    ...(isOneUse ? [['devices', 'oneDevice'] satisfies Found] : []),
    ...dark.map((id): Found => [`channels.${id}`, 'noChannel']),
    ...endErrors(draft, now, known),
    ...(areWindowsRight ? neverOpen(draft, now, known) : []),
    ...bySchema,
  ])
}

/** What the schema refuses of a term that only links have. */
function errorOfTerm(key: string | undefined, entry: string | undefined): Found[] {
  switch (key) {
    case 'startsAt':
      return [['from', 'noTime']]
    case 'expiresAt':
      return [['until', 'noTime']]
    case 'maxUses':
      return [['maxUses', 'uses']]
    case 'pin':
      return [['pin', 'pin']]
    case 'actions':
      return [[`actions.${entry}`, 'noAction']]
    default:
      return []
  }
}

function endErrors(draft: LinkDraft, now: Date, known: LinkDraft | null): Found[] {
  const { from, until } = momentsOf(draft, now)
  if (from === null || until === null || keepsTimes(draft, known)) return []
  const error = endError(from, until, now)
  return error === null ? [] : [['until', error]]
}

function endError(from: Date, until: Date, now: Date): LinkError | null {
  if (until <= from) return 'endsBeforeStart'
  if (until <= now) return 'over'
  const isLong = until.getTime() - from.getTime() >= LIMITS.DEVICE_LINK_VALIDITY_MAX_DAYS * DAY_MS
  return isLong ? 'tooLong' : null
}

const keepsTimes = ({ span, times, timeZone }: LinkDraft, known: LinkDraft | null): boolean =>
  known !== null &&
  span === 'custom' &&
  times.from === known.times.from &&
  times.until === known.times.until &&
  timeZone === known.timeZone

/** The windows, if the link is never open in them. */
function neverOpen(draft: LinkDraft, now: Date, known: LinkDraft | null): Found[] {
  const { windows, timeZone } = draft
  const { from, until } = momentsOf(draft, now)
  if (windows === known?.windows && keepsTimes(draft, known)) return []
  if (from === null || until === null || endError(from, until, now) !== null) return []
  if (windows.length === 0 || openIntervals(windows, timeZone, { from, until }).length > 0) return []
  return neverOpenErrors(windows)
}

const isDark = (channels: { light1: boolean; light2: boolean } | undefined): boolean =>
  channels !== undefined && !channels.light1 && !channels.light2
