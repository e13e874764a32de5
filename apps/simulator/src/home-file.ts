import { readFile } from 'node:fs/promises'
import {
  type DemoHome,
  type DeviceType,
  demoHomeSchema,
  provisionedDevicesSchema,
  type Target,
} from '@senca/contract'
import type { Unit } from './fleet.ts'
import { parseJson } from './json.ts'

/** The devices of a home and the broker that they connect to. */
export interface Home {
  mqtt: { host: string; port: number }
  units: Unit[]
  /** The key of its weather station; null if it has none. */
  stationKey: string | null
}

/** The initial positions of the shades of a home. They differ, so that the home looks lived in. */
const OPENING_PLACES: Partial<Record<DeviceType, readonly Target[]>> = {
  roller_shutter: [{ position: 0 }, { position: 0.6 }, { position: 1 }],
  venetian_blind: [
    { position: 0.7, inclination: 0.4 },
    { position: 1, inclination: 0.2 },
  ],
  insect_screen: [{ position: 1 }, { position: 0 }],
  textile_screen: [{ position: 0.5 }, { position: 0 }],
  awning: [{ position: 0.6 }, { position: 0 }],
  falcon: [{ position: 0.3 }, { position: 1 }],
  pergola: [{ inclination: 0.5 }, { inclination: 0 }],
}

const withPlaces = (devices: DemoHome['devices']): Unit[] => {
  const seen = new Map<DeviceType, number>()
  return devices.map((device) => {
    const nth = seen.get(device.type) ?? 0
    seen.set(device.type, nth + 1)
    const places = OPENING_PLACES[device.type] ?? []
    const initial = places[nth % places.length]
    return initial === undefined ? device : { ...device, initial }
  })
}

/** Reads the file with the credentials of a demo home's hardware. Throws an error with a readable message if it cannot. */
export async function readHomeFile(path: string): Promise<Home> {
  const home = demoHomeSchema.safeParse(parseJson(await textOf(path)))
  if (!home.success) throw new Error(`${path} is not a home file`)
  const { mqtt, devices, station } = home.data
  return { mqtt, units: withPlaces(devices), stationKey: station?.key ?? null }
}

/** Reads a file with provisioned devices, all of one type. Throws an error with a readable message if it cannot. */
export async function readFleetFile(
  path: string,
  { type, version }: { type: DeviceType; version: 1 | 2 },
  mqttUrl: string,
): Promise<Home> {
  const fleet = provisionedDevicesSchema.safeParse(parseJson(await textOf(path)))
  if (!fleet.success) throw new Error(`${path} is not a list of provisioned devices`)
  const { protocol, hostname, port } = new URL(mqttUrl)
  if (protocol !== 'mqtt:') throw new Error(`${mqttUrl} is not an mqtt:// address`)
  return {
    mqtt: { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? 1_883 : Number(port) },
    units: fleet.data.map(({ id, secret, privateKey }) => ({ id, secret, privateKey, type, version })),
    stationKey: null,
  }
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    throw new Error(`${path} cannot be read`)
  }
}
