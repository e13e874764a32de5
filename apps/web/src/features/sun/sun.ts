import type { DeviceInfo } from '@senca/contract'
import { type Sun, type SunRequest, sunSchema } from '@senca/contract/automation'
import { callsBy } from '#core/api/api-calls.ts'
import { api } from '#core/browser.ts'

const { post } = callsBy(api, 'apiToken')

/** Sets how a shade follows the sun. Fields that are left out stay unchanged. */
export const setSun = (json: SunRequest): Promise<Sun> => post('/api/v1/device/sun', sunSchema, { json })

/** How a shade follows the sun; null if it was never set. */
export const sunOf = ({ sun }: Pick<DeviceInfo, 'sun'>): Sun | null => sunSchema.safeParse(sun).data ?? null
