import type { DeviceLink } from '@senca/contract'
import {
  type LinkCreateRequest,
  type LinkUpdateRequest,
  linkCreateRequestSchema,
  linkUpdateRequestSchema,
} from '@senca/contract/links'
import { plainWindows } from '#features/sharing-model/draft-windows.ts'
import { draftOf, type LinkDraft, momentsOf } from './link-draft.ts'
import { readUses } from './link-faults.ts'

/** The terms of a draft as a request has them, but for its PIN; what is left out is said by undefined. */
function termsOf(draft: LinkDraft, now: Date) {
  const { from, until } = momentsOf(draft, now)
  const name = draft.name.normalize('NFC').trim()
  const windows = plainWindows(draft.windows)
  const uses = draft.multiUse ? readUses(draft.maxUses) : null
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
    maxUses: uses ?? undefined,
  }
}

function ofDevices<T>(terms: Readonly<Record<string, T>>, devices: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(terms).filter(([id]) => devices.includes(id)))
}

const filled = <T>(terms: Record<string, T>): Record<string, T> | undefined =>
  Object.keys(terms).length === 0 ? undefined : terms

const isPresent = ([, value]: [string, unknown]): boolean => value !== undefined

/** The request that makes a link of a draft without faults. Throws when it has some. */
export function createRequestOf(draft: LinkDraft, now: Date): LinkCreateRequest {
  const pin = draft.asksPin && draft.pin !== '' ? draft.pin : undefined
  const terms = Object.entries({ ...termsOf(draft, now), pin }).filter(isPresent)
  return linkCreateRequestSchema.parse(Object.fromEntries(terms))
}

/** The request that changes `link` where the draft differs from it, and nothing else; null when it nowhere does. */
export function updateRequestOf(link: DeviceLink, draft: LinkDraft, now: Date): LinkUpdateRequest | null {
  const before: Record<string, unknown> = termsOf(draftOf(link), now)
  const changes = Object.entries({ ...termsOf(draft, now), ...pinChange(draft) })
    .filter(([field, value]) => written(value) !== written(before[field]))
    .map(([field, value]) => [field, value ?? null])
  if (changes.length === 0) return null
  return linkUpdateRequestSchema.parse({ token: link.token, ...Object.fromEntries(changes) })
}

/** The digits that are set are not known here: an empty field keeps them. */
function pinChange({ asksPin, pin, hasPin }: LinkDraft): { pin?: string | null } {
  if (!asksPin) return hasPin ? { pin: null } : {}
  return pin === '' ? {} : { pin }
}

/** A value as text in which the order of keys says nothing. */
const written = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
