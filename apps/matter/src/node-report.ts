import type { Endpoint } from '@matter/main'
import * as z from 'zod/mini'
import type { MatterPart, MatterPower, MatterThing, NodeReport } from './messages.ts'

type Peer = Endpoint & { endpoints: Iterable<Endpoint> }

const LIGHTS: readonly number[] = [0x0100, 0x0101, 0x010c, 0x010d]
const PLUGS: readonly number[] = [0x010a, 0x010b]
const MAX_TEXT = 100
const MAX_PARTS = 64
const MAX_THINGS = 200

const number = z.optional(z.nullable(z.number()))
const flag = z._default(z.boolean(), false)

const coveringSchema = z.object({
  featureMap: z.object({ lift: flag, tilt: flag, positionAwareLift: flag, positionAwareTilt: flag }),
  type: number,
  endProductType: number,
  currentPositionLiftPercent100ths: number,
  currentPositionTiltPercent100ths: number,
  operationalStatus: z.optional(z.object({ global: number })),
  safetyStatus: z.optional(z.object({ obstacleDetected: flag })),
})
const lockSchema = z.object({
  featureMap: z.object({ doorPositionSensor: flag, unbolting: flag }),
  lockState: number,
  doorState: number,
  operatingMode: number,
  requirePinForRemoteOperation: flag,
})
const onOffSchema = z.object({ onOff: z.boolean() })
const levelSchema = z.object({ currentLevel: number })
const powerSchema = z.object({
  featureMap: z.object({ battery: flag }),
  batPercentRemaining: number,
  batChargeLevel: number,
})
const basicSchema = z.object({
  nodeLabel: z.optional(z.string()),
  vendorName: z.optional(z.string()),
  productName: z.optional(z.string()),
  softwareVersionString: z.optional(z.string()),
  reachable: z.optional(z.boolean()),
})
const typesSchema = z.object({ deviceTypeList: z.array(z.object({ deviceType: z.number() })) })

const MOTIONS = ['none', 'opening', 'closing'] as const

/** The attributes of a cluster of the endpoint, null if it has none or they are not read yet. */
function read<T>(endpoint: Endpoint, cluster: string, schema: z.ZodMiniType<T>): T | null {
  const state = endpoint.maybeStateOf(cluster)
  if (state === undefined) return null
  const parsed = schema.safeParse({ ...state })
  return parsed.success ? parsed.data : null
}

function partOf(endpoint: Endpoint): MatterPart | null {
  const { number: at } = endpoint
  const covering = read(endpoint, 'windowCovering', coveringSchema)
  if (covering !== null) {
    const { featureMap: has, operationalStatus, safetyStatus, type = null, endProductType } = covering
    return {
      kind: 'cover',
      endpoint: at,
      lifts: has.lift,
      tilts: has.tilt,
      knowsLift: has.lift && has.positionAwareLift,
      knowsTilt: has.tilt && has.positionAwareTilt,
      type,
      endProduct: endProductType ?? null,
      lift: covering.currentPositionLiftPercent100ths ?? null,
      tilt: covering.currentPositionTiltPercent100ths ?? null,
      motion: MOTIONS[operationalStatus?.global ?? 0] ?? 'none',
      isObstructed: safetyStatus?.obstacleDetected ?? false,
    }
  }
  const lock = read(endpoint, 'doorLock', lockSchema)
  if (lock !== null) {
    const { featureMap: has, lockState = null, doorState = null, operatingMode = null } = lock
    return {
      kind: 'lock',
      endpoint: at,
      state: lockState,
      ...(has.doorPositionSensor ? { door: doorState } : {}),
      mode: operatingMode,
      hasLatch: has.unbolting,
      needsPin: lock.requirePinForRemoteOperation,
    }
  }
  const onOff = read(endpoint, 'onOff', onOffSchema)
  const types = read(endpoint, 'descriptor', typesSchema)?.deviceTypeList.map(({ deviceType }) => deviceType)
  if (onOff === null || types === undefined) return null
  const isLight = types.some((type) => LIGHTS.includes(type))
  if (!isLight && !types.some((type) => PLUGS.includes(type))) return null
  const level = isLight ? read(endpoint, 'levelControl', levelSchema) : null
  return {
    kind: isLight ? 'light' : 'switch',
    endpoint: at,
    on: onOff.onOff,
    ...(level === null ? {} : { level: level.currentLevel ?? null }),
  }
}

/** In half per cents. */
const FULL_BATTERY = 200
/** The numbers of `BatChargeLevel`. */
const BATTERY_LEVELS: readonly number[] = [0, 1, 2]

/** The battery that an endpoint reports, null if it has none. Of what is out of its range nothing is known. */
function powerOf(endpoint: Endpoint): MatterPower | null {
  const power = read(endpoint, 'powerSource', powerSchema)
  if (power === null || !power.featureMap.battery) return null
  const { batPercentRemaining: half = null, batChargeLevel: level = null } = power
  return {
    battery: half === null || half < 0 || half > FULL_BATTERY ? null : Math.round(half / 2),
    level: level === null || !BATTERY_LEVELS.includes(level) ? null : level,
  }
}

/** The weakest battery of the endpoints that belong to one piece of hardware. */
function weakestOf(powers: readonly MatterPower[]): MatterPower {
  const numbers = powers.flatMap(({ battery }) => battery ?? [])
  const levels = powers.flatMap(({ level }) => level ?? [])
  return {
    battery: numbers.length === 0 ? null : Math.min(...numbers),
    level: levels.length === 0 ? null : Math.max(...levels),
  }
}

/** The endpoint that stands for the hardware of another one: what is bridged, or else the node. */
function hardwareOf(endpoint: Endpoint, root: Endpoint): Endpoint {
  for (let at: Endpoint | undefined = endpoint; at !== undefined && at !== root; at = at.owner)
    if (at.maybeStateOf('bridgedDeviceBasicInformation') !== undefined) return at
  return root
}

const cut = (text: string | undefined): string => (text ?? '').slice(0, MAX_TEXT)

/** What a node is and in which state; null until its attributes were read. */
export function reportOf(
  peer: Peer,
  {
    account,
    node,
    isOnline,
    isCertified,
  }: Pick<NodeReport, 'account' | 'node' | 'isOnline'> & {
    isCertified: boolean
  },
): NodeReport | null {
  const basic = read(peer, 'basicInformation', basicSchema)
  if (basic === null) return null
  const things = new Map<Endpoint, MatterThing>()
  const powers = new Map<Endpoint, MatterPower[]>()
  for (const endpoint of new Set([peer, ...peer.endpoints])) {
    const power = powerOf(endpoint)
    const hardware = hardwareOf(endpoint, peer)
    if (power !== null) powers.set(hardware, [...(powers.get(hardware) ?? []), power])
  }
  for (const endpoint of peer.endpoints) {
    const part = partOf(endpoint)
    if (part === null) continue
    const hardware = hardwareOf(endpoint, peer)
    const info = hardware === peer ? basic : read(hardware, 'bridgedDeviceBasicInformation', basicSchema)
    const batteries = powers.get(hardware)
    const thing = things.get(hardware) ?? {
      endpoint: hardware === peer ? 0 : hardware.number,
      name: cut(info?.nodeLabel) || cut(info?.productName),
      vendor: cut(info?.vendorName ?? basic.vendorName),
      product: cut(info?.productName),
      sw: cut(info?.softwareVersionString) || null,
      isReachable: info?.reachable ?? true,
      isCertified,
      ...(batteries === undefined ? {} : { power: weakestOf(batteries) }),
      parts: [],
    }
    things.set(hardware, thing)
    if (thing.parts.length < MAX_PARTS) thing.parts.push(part)
  }
  return {
    type: 'node',
    account,
    node,
    isOnline,
    vendor: cut(basic.vendorName),
    product: cut(basic.productName),
    things: [...things.values()].slice(0, MAX_THINGS),
  }
}
