import type { DeviceInfo } from '@senca/contract'
import { type Sun, type SunRequest, sunSchema } from '@senca/contract/automation'
import { callsBy } from '#core/api-calls.ts'
import { api } from '#core/browser.ts'

const { post } = callsBy(api, 'apiToken')

/** Sets how a shade follows the sun; what is left out stays. */
export const setSun = (json: SunRequest): Promise<Sun> => post('/api/v1/device/sun', sunSchema, { json })

/** How a shade follows the sun; null where nobody said. */
export const sunOf = ({ sun }: Pick<DeviceInfo, 'sun'>): Sun | null => sunSchema.safeParse(sun).data ?? null

export const DIRECTIONS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const
export type Direction = (typeof DIRECTIONS)[number]

const PART = 360 / DIRECTIONS.length

/** The direction of eight that is nearest to an azimuth, degrees from north over east. */
export const directionOf = (azimuth: number): Direction =>
  DIRECTIONS[Math.round(azimuth / PART) % DIRECTIONS.length] ?? 'n'

/** Any angle as 0..359 whole degrees. */
export const wholeAzimuth = (degrees: number): number => ((Math.round(degrees) % 360) + 360) % 360
