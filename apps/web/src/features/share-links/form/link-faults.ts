import { DEVICE_PIN, LIMITS, nameSchema } from '@senca/contract'
import { openIntervals } from '@senca/contract/link-windows'
import { type LinkDraft, momentsOf } from './link-draft.ts'

export type LinkFault =
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

/**
 * The errors by field. Windows and terms per device have the keys `windows.<key>`, `actions.<device>` and `channels.<device>`.
 */
export type LinkFaults = Readonly<Record<string, LinkFault>>

const DAY_MS = 86_400_000
const nameOf = nameSchema(1, LIMITS.DEVICE_LINK_NAME_MAX_LENGTH)

/** The errors of a draft. `known` is the saved link; its times may be in the past as long as they are not changed. */
export function validate(draft: LinkDraft, now: Date, known: LinkDraft | null = null): LinkFaults {
  const found: [string, LinkFault | null][] = [
    ['name', draft.name.trim() === '' || nameOf.safeParse(draft.name).success ? null : 'name'],
    ['devices', devicesFault(draft)],
    ...timeFaults(draft, now, known),
    [
      'maxUses',
      draft.multiUse && draft.maxUses.trim() !== '' && readUses(draft.maxUses) === null ? 'uses' : null,
    ],
    ...windowFaults(draft, now, known),
    ...draft.devices.flatMap((id): [string, LinkFault | null][] => [
      [`actions.${id}`, draft.actions[id]?.length === 0 ? 'noAction' : null],
      [`channels.${id}`, isDark(draft.channels[id]) ? 'noChannel' : null],
    ]),
    ['pin', pinFault(draft)],
  ]
  return Object.fromEntries(found.flatMap(([field, fault]) => (fault === null ? [] : [[field, fault]])))
}

function devicesFault({ devices, multiUse }: LinkDraft): LinkFault | null {
  if (devices.length === 0) return 'noDevice'
  if (devices.length > LIMITS.DEVICE_LINK_DEVICES) return 'manyDevices'
  return !multiUse && devices.length > 1 ? 'oneDevice' : null
}

function timeFaults(draft: LinkDraft, now: Date, known: LinkDraft | null): [string, LinkFault | null][] {
  if (keepsTimes(draft, known)) return []
  const { from, until } = momentsOf(draft, now)
  const end = until === null ? 'noTime' : from === null ? null : endFault(from, until, now)
  return [
    ['from', from === null ? 'noTime' : null],
    ['until', end],
  ]
}

function endFault(from: Date, until: Date, now: Date): LinkFault | null {
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

function windowFaults(draft: LinkDraft, now: Date, known: LinkDraft | null): [string, LinkFault | null][] {
  const { windows, timeZone } = draft
  const faults = windows.map(({ key, days, from, until }): [string, LinkFault | null] => [
    `windows.${key}`,
    days.length === 0 ? 'noDay' : from === '' || until === '' ? 'noHours' : null,
  ])
  const isKept = windows === known?.windows && keepsTimes(draft, known)
  if (isKept || faults.some(([, fault]) => fault !== null)) return faults
  const { from, until } = momentsOf(draft, now)
  if (from === null || until === null || endFault(from, until, now) !== null) return faults
  if (openIntervals(windows, timeZone, { from, until }).length > 0) return faults
  return windows.map(({ key }) => [`windows.${key}`, 'neverOpen'])
}

const isDark = (channels: { light1: boolean; light2: boolean } | undefined): boolean =>
  channels !== undefined && !channels.light1 && !channels.light2

function pinFault({ asksPin, pin, hasPin }: LinkDraft): LinkFault | null {
  if (!asksPin || (hasPin && pin === '')) return null
  return DEVICE_PIN.test(pin) ? null : 'pin'
}

/** Parses the number of uses; null if it is invalid. */
export function readUses(text: string): number | null {
  if (!/^\d{1,6}$/.test(text.trim())) return null
  const uses = Number(text)
  return uses >= 2 && uses <= LIMITS.DEVICE_LINK_USES_MAX ? uses : null
}
