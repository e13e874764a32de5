import type { DeviceLink, DeviceLinkSpecifier, LinkAction } from '@senca/contract'
import type { LinkLimits } from '@senca/contract/links'
import type { DraftWindow } from '#features/sharing-model/draft-windows.ts'
import { localValue, ownTimeZone, readLocal } from '#features/sharing-model/local-time.ts'
import { type Span, type Times, timesOf } from './link-span.ts'

/** A link in the form: texts as typed, and the terms of each device, including devices that are not checked now. */
export interface LinkDraft {
  name: string
  devices: readonly string[]
  multiUse: boolean
  span: Span
  times: Times
  /** Empty for any number. */
  maxUses: string
  windows: readonly DraftWindow[]
  /** In which the times and windows are. */
  timeZone: string
  /** A device that is not listed is shared without restrictions. */
  actions: Readonly<Record<string, readonly LinkAction[]>>
  limits: Readonly<Record<string, LinkLimits>>
  channels: Readonly<Record<string, DeviceLinkSpecifier>>
  asksPin: boolean
  pin: string
  /** Whether the link already has a PIN, which an empty field keeps. */
  hasPin: boolean
}

/** The draft of a new link: valid today, any number of uses, no further terms. */
export function newDraft(devices: readonly string[], now: Date): LinkDraft {
  return {
    name: '',
    devices,
    multiUse: true,
    span: 'today',
    times: timesOf('today', now),
    maxUses: '',
    windows: [],
    timeZone: ownTimeZone(),
    actions: {},
    limits: {},
    channels: {},
    asksPin: false,
    pin: '',
    hasPin: false,
  }
}

/** The draft with which an existing link is edited. */
export function draftOf(link: DeviceLink, ownZone = ownTimeZone()): LinkDraft {
  const timeZone = link.windows.length > 0 ? link.timeZone : ownZone
  return {
    name: link.name ?? '',
    devices: link.devices,
    multiUse: link.multiUse,
    span: 'custom',
    times: {
      from: localValue(new Date(link.startsAt), timeZone),
      until: localValue(new Date(link.expiresAt), timeZone),
    },
    maxUses: link.multiUse && link.maxUses !== null ? String(link.maxUses) : '',
    windows: link.windows.map((window, key) => ({ ...window, key })),
    timeZone,
    actions: link.actions,
    limits: link.limits,
    channels: link.deviceSpecifiers,
    asksPin: link.hasPin,
    pin: '',
    hasPin: link.hasPin,
  }
}

/** The start and end of a draft; a common span is counted from `now`. Null if a field is invalid. */
export function momentsOf(draft: LinkDraft, now: Date): { from: Date | null; until: Date | null } {
  const { span, times, timeZone } = draft
  const { from, until } = span === 'custom' ? times : timesOf(span, now, timeZone)
  return { from: readLocal(from, timeZone), until: readLocal(until, timeZone) }
}

/** Whether the draft has terms beyond who, what and when. */
export const hasTerms = (draft: LinkDraft): boolean =>
  draft.maxUses !== '' ||
  draft.windows.length > 0 ||
  draft.asksPin ||
  [draft.actions, draft.limits, draft.channels].some((perDevice) => Object.keys(perDevice).length > 0)

/** `terms` with the given term of one device; null removes the term. */
export function withTerm<T>(
  terms: Readonly<Record<string, T>>,
  deviceId: string,
  term: T | null,
): Readonly<Record<string, T>> {
  const { [deviceId]: _, ...others } = terms
  return term === null ? others : { ...others, [deviceId]: term }
}

/** The props of every part of the form: the draft, the error texts by field, and the change handler. */
export interface FormPart {
  draft: LinkDraft
  errorOf: (field: string) => string | null
  onChange: (changes: Partial<LinkDraft>) => void
}
