import { type DeviceState, LIMITS } from '@senca/contract'

/**
 * How long a movement takes yet, milliseconds; null where that is not known: the way is unmeasured, the shade goes
 * the other way, or it should be there by now. `sinceReportMs` is how long ago the state was reported.
 */
export function msLeft(
  { status, position, inclination }: Pick<DeviceState, 'status' | 'position' | 'inclination'>,
  axis: 'position' | 'inclination',
  target: number | null,
  fullMs: number | null,
  sinceReportMs: number,
): number | null {
  const share = axis === 'position' ? position : inclination
  if (share === null || target === null || fullMs === null) return null
  const way = target - share
  const isOtherWay = status === 'opening' ? way > 0 : status === 'closing' ? way < 0 : status !== 'moving'
  if (isOtherWay) return null
  const left = Math.abs(way) * fullMs - sinceReportMs
  return left <= 0 || left > LIMITS.COMMAND_REST_MAX_MS ? null : left
}
