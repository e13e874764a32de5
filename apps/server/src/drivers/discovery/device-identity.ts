import * as z from 'zod/mini'
import { identityOf } from '../entities/device-groups.ts'
import type { EntityDevice, EntityOrigin } from '../entities/entity.ts'
import { cleanText } from '../entities/entity-names.ts'
import { isJsonObject, type JsonObject } from '../entities/json-object.ts'
import { unreadableOptions } from '../entities/unreadable-options.ts'
import { word } from './options.ts'
import { Refused } from './refused.ts'

const MAX_IDENTITIES = 20
const MAX_IDENTITY = 200

const identity = z.pipe(word, z.string().check(z.maxLength(MAX_IDENTITY)))
const text = z.optional(z.nullable(word))

const Device = z.object({
  identifiers: z.optional(z.union([identity, z.array(identity).check(z.maxLength(MAX_IDENTITIES))])),
  connections: z.optional(z.array(z.tuple([identity, identity])).check(z.maxLength(MAX_IDENTITIES))),
  name: text,
  manufacturer: text,
  model: text,
  sw_version: text,
  suggested_area: text,
})

export interface Identity {
  /** By what the device is known, at least one. */
  identities: string[]
  device: Omit<EntityDevice, 'key'>
}

const shown = (value: string | null | undefined): string | null => {
  const clean = cleanText(value ?? '')
  return clean === '' ? null : clean
}

/** The hardware that an announcement names, null if it names none. */
export function readDevice({ device }: JsonObject): Identity | null {
  if (device === undefined || device === null) return null
  const parsed = Device.safeParse(device)
  if (!parsed.success) throw new Refused('bad_config', unreadableOptions(parsed.error, 'device'))
  const { data } = parsed
  const identities = [
    ...[data.identifiers ?? []].flat().map((value) => identityOf(value)),
    ...(data.connections ?? []).map(([type, value]) => identityOf(value, type)),
  ]
  if (identities.length === 0)
    throw new Refused('bad_config', 'the device has neither identifiers nor connections')
  return {
    identities: [...new Set(identities)],
    device: {
      name: shown(data.name),
      manufacturer: shown(data.manufacturer),
      model: shown(data.model),
      sw: shown(data.sw_version),
      area: shown(data.suggested_area),
    },
  }
}

export function readOrigin({ origin }: JsonObject): EntityOrigin | null {
  if (!isJsonObject(origin) || typeof origin.name !== 'string') return null
  const sw = origin.sw_version
  return { name: cleanText(origin.name), sw: typeof sw === 'string' ? shown(sw) : null }
}
