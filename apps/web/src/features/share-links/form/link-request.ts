import type { DeviceLink } from '@senca/contract'
import {
  type LinkCreateRequest,
  type LinkUpdateRequest,
  linkCreateRequestSchema,
  linkUpdateRequestSchema,
} from '@senca/contract/links'
import { plainWindows } from '#features/sharing-model/draft-windows.ts'
import { draftOf, type LinkDraft, momentsOf } from './link-draft.ts'

/** The terms of a draft in the form of a request, without the PIN; undefined for a term that is not set. */
function termsOf(draft: LinkDraft, now: Date) {
  const { from, until } = momentsOf(draft, now)
  const name = draft.name.normalize('NFC').trim()
  const windows = plainWindows(draft.windows)
  return {
    devices: [...draft.devices],
    multiUse: draft.multiUse,
    startsAt: from?.toISOString(),
    expiresAt: until?.toISOString(),
    deviceSpecifiers: filled(ofDevices(draft.channels, draft.devices)),
    name: name === '' ? undefined : name,
    windows: windows.length === 0 ? undefined : windows,
    timeZone: windows.length === 0 ? undefined : draft.timeZone,
    actions: filled(ofDevices(draft.actions, draft.devices)),
    limits: filled(ofDevices(draft.limits, draft.devices)),
    maxUses: draft.multiUse ? usesOf(draft.maxUses) : undefined,
  }
}

/** The number of uses; undefined for any number, `NaN` for a text that is none. */
function usesOf(text: string): number | undefined {
  const digits = text.trim()
  if (digits === '') return undefined
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN
}

function ofDevices<T>(terms: Readonly<Record<string, T>>, devices: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(terms).filter(([id]) => devices.includes(id)))
}

const filled = <T>(terms: Record<string, T>): Record<string, T> | undefined =>
  Object.keys(terms).length === 0 ? undefined : terms

/** The request that creates a link from a draft, as it is typed. */
export function requestOf(draft: LinkDraft, now: Date) {
  // The server does not send the PIN back, so an empty field keeps it.
  const isKept = draft.hasPin && draft.pin === ''
  return { ...termsOf(draft, now), pin: draft.asksPin && !isKept ? draft.pin : undefined }
}

/** The request that creates a link from a valid draft. Throws if the draft has errors. */
export function createRequestOf(draft: LinkDraft, now: Date): LinkCreateRequest {
  const terms = Object.entries(requestOf(draft, now)).filter(([, value]) => value !== undefined)
  return linkCreateRequestSchema.parse(Object.fromEntries(terms))
}

/** The request with only the changes of the draft to `link`; null if there are none. */
export function updateRequestOf(link: DeviceLink, draft: LinkDraft, now: Date): LinkUpdateRequest | null {
  const before: Record<string, unknown> = termsOf(draftOf(link), now)
  const { pin, ...terms } = requestOf(draft, now)
  const isPinRemoved = draft.hasPin && !draft.asksPin
  const changes = Object.entries(terms)
    .filter(([field, value]) => written(value) !== written(before[field]))
    .map(([field, value]) => [field, value ?? null])
  if (pin !== undefined || isPinRemoved) changes.push(['pin', pin ?? null])
  if (changes.length === 0) return null
  return linkUpdateRequestSchema.parse({ token: link.token, ...Object.fromEntries(changes) })
}

/** A value as text for comparisons; the order of object keys is ignored. */
const written = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
