import { identityOf } from '../entities/device-groups.ts'
import type { EntityAction } from '../entities/entity.ts'
import { cleanText } from '../entities/entity-names.ts'
import { type NativeDevice, NativeEntity } from '../entities/native-entity.ts'
import type { TasmotaConfig, TasmotaRelay, TasmotaShutter } from './tasmota-config.ts'

/** What an entity is on its device. */
export type TasmotaPart =
  | { kind: 'shutter'; shutter: TasmotaShutter; entity: NativeEntity }
  | { kind: 'relay'; relay: TasmotaRelay; entity: NativeEntity }

export interface TasmotaDevice extends NativeDevice {
  config: TasmotaConfig
  parts: readonly TasmotaPart[]
  payload: Buffer
}

const LIFTS: EntityAction[] = ['open', 'close', 'stop', 'setPosition']

export function createTasmotaDevice(config: TasmotaConfig, payload: Buffer): TasmotaDevice {
  const name = cleanText(config.name)
  const parts = [
    ...config.shutters.map(
      (shutter): TasmotaPart => ({ kind: 'shutter', shutter, entity: coverOf(config, shutter, name) }),
    ),
    ...config.relays.map(
      (relay): TasmotaPart => ({ kind: 'relay', relay, entity: relayOf(config, relay, name) }),
    ),
  ]
  return {
    config,
    parts,
    payload,
    entities: parts.map(({ entity }) => entity),
    topics: topicsOf(config),
    identities: [identityOf(config.mac)],
    info: {
      name,
      manufacturer: 'Tasmota',
      model: config.model === null ? null : cleanText(config.model),
      sw: config.sw === null ? null : cleanText(config.sw),
      area: null,
    },
    origin: { name: 'Tasmota', sw: config.sw === null ? null : cleanText(config.sw) },
    isAvailable: false,
  }
}

function topicsOf({ answer, report, shutters, relays }: TasmotaConfig): string[] {
  return [
    `${report}LWT`,
    `${report}SENSOR`,
    `${report}STATE`,
    `${answer}RESULT`,
    `${answer}STATUS10`,
    `${answer}STATUS11`,
    ...shutters.map(({ number }) => `${answer}SHUTTER${number}`),
    ...(relays.length > 0
      ? [`${answer}POWER`, ...relays.map(({ number }) => `${answer}POWER${number}`)]
      : []),
  ]
}

function coverOf(
  { mac, shutters }: TasmotaConfig,
  { number, tilt }: TasmotaShutter,
  name: string,
): NativeEntity {
  return new NativeEntity({
    source: 'tasmota',
    address: `${mac} shutter${number}`,
    name: shutters.length === 1 ? name : `${name} ${number}`,
    state: { kind: 'cover', closed: null, moving: 'none', position: null, inclination: null },
    can: tilt === null ? LIFTS : [...LIFTS, 'setTilt'],
  })
}

function relayOf({ mac }: TasmotaConfig, relay: TasmotaRelay, name: string): NativeEntity {
  return new NativeEntity({
    source: 'tasmota',
    address: `${mac} relay${relay.number}`,
    name: cleanText(relay.name ?? '') || `${name} ${relay.number}`,
    state: relay.isLight ? { kind: 'light', on: null, brightness: null } : { kind: 'switch', on: null },
    can: relay.dims ? ['on', 'off', 'setBrightness'] : ['on', 'off'],
  })
}
