import type { LightType } from '@senca/contract'
import * as z from 'zod/mini'
import type { Place } from './navigation.tsx'

const LIST = '/device-link'
const DEVICE = '/device-link/device'

/** The navigation state: our own, or that of the owner's app, which stores it under `usr`. */
const carriedSchema = z.object({
  token: z.optional(z.string()),
  usr: z.optional(z.nullable(z.object({ token: z.optional(z.string()) }))),
})

/** The characters of a token. Chat apps may add a full stop or a bracket to a URL; these are ignored. */
const TOKEN = /^[\w-]+/

/** The token of the link from the navigation state, otherwise from the URL; null if neither has one. */
export function tokenOf({ state, search }: Pick<Place, 'state' | 'search'>): string | null {
  const carried = carriedSchema.safeParse(state)
  const token = carried.success ? (carried.data.token ?? carried.data.usr?.token) : undefined
  const given = token || new URLSearchParams(search).get('token')
  return TOKEN.exec(given?.trim() ?? '')?.[0] ?? null
}

/** The channel of a light that a page is about. */
export type Specifier = Extract<LightType, 'light_1' | 'light_2'>
const specifierSchema = z.enum(['light_1', 'light_2'])

export interface AddressedDevice {
  id: string
  specifier: Specifier | null
}

/** The device in a URL; null for the list. */
export function deviceOf({ path, search }: Pick<Place, 'path' | 'search'>): AddressedDevice | null {
  if (!path.toLowerCase().startsWith(DEVICE)) return null
  const query = new URLSearchParams(search)
  const specifier = specifierSchema.safeParse(query.get('deviceSpecifier'))
  return { id: query.get('deviceId') ?? '', specifier: specifier.success ? specifier.data : null }
}

/** Keeps the token in the URL if it was there, so that a reload and a copied URL work. */
function addressOf(path: string, search: string, own: Record<string, string>): string {
  const token = new URLSearchParams(search).get('token')
  const query = new URLSearchParams({ ...(token === null ? {} : { token }), ...own }).toString()
  return query === '' ? path : `${path}?${query}`
}

export const listAddress = (search: string): string => addressOf(LIST, search, {})

export const deviceAddress = (search: string, { id, specifier }: AddressedDevice): string =>
  addressOf(DEVICE, search, {
    deviceId: id,
    ...(specifier === null ? {} : { deviceSpecifier: specifier }),
  })
