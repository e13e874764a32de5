import * as z from 'zod/mini'
import { identityOf } from '../entities/device-groups.ts'
import { cleanText } from '../entities/entity-names.ts'
import { type NativeDevice, NativeEntity } from '../entities/native-entity.ts'
import {
  actionsOf,
  limitationsOf,
  mergeStatus,
  readComponent,
  type ShellyComponent,
  type ShellyStatus,
  stateOf,
} from './shelly-status.ts'

const text = z.string().check(z.maxLength(200))

/** The answer to `Shelly.GetDeviceInfo`. Devices of the first generation have none. */
export const DeviceInfo = z.object({
  id: text.check(z.regex(/^[A-Za-z0-9_-]{1,100}$/)),
  mac: z.string().check(z.regex(/^[0-9A-Fa-f]{12}$/)),
  name: z.optional(z.nullable(text)),
  model: z.optional(text),
  app: z.optional(text),
  ver: z.optional(text),
  gen: z.number().check(z.gte(2)),
})
export type DeviceInfo = z.infer<typeof DeviceInfo>

export interface ShellyPart {
  component: ShellyComponent
  status: ShellyStatus
  entity: NativeEntity
}

export interface ShellyDevice extends NativeDevice {
  prefix: string
  deviceInfo: DeviceInfo
  parts: readonly ShellyPart[]
}

const MAX_PARTS = 16

/** A device as it describes itself, with the status of its components. */
export function createShellyDevice(
  prefix: string,
  info: DeviceInfo,
  status: Record<string, unknown>,
): ShellyDevice {
  const components = Object.keys(status)
    .map(readComponent)
    .filter((component) => component !== null)
    .slice(0, MAX_PARTS)
  const name = cleanText(info.name ?? '') || info.id
  const parts = components.map((component): ShellyPart => {
    const said = mergeStatus(status[component.key], {}) ?? {}
    const entity = new NativeEntity({
      source: 'shelly',
      address: `${info.id} ${component.key}`,
      name: components.length === 1 ? name : `${name} ${component.number + 1}`,
      state: stateOf(component, said),
      can: actionsOf(component, said),
      limitations: limitationsOf(component, said),
    })
    return { component, status: said, entity }
  })
  const sw = info.ver === undefined ? null : cleanText(info.ver)
  return {
    prefix,
    deviceInfo: info,
    parts,
    entities: parts.map(({ entity }) => entity),
    topics: [
      `${prefix}/online`,
      `${prefix}/events/rpc`,
      ...components.map(({ key }) => `${prefix}/status/${key}`),
    ],
    identities: [identityOf(info.mac)],
    info: {
      name,
      manufacturer: 'Shelly',
      model: cleanText(info.app ?? info.model ?? '') || null,
      sw,
      area: null,
    },
    origin: { name: 'Shelly', sw },
    isAvailable: false,
  }
}
