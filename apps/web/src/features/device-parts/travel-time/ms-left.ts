import { type DeviceState, LIMITS } from '@senca/contract'

/**
 * The remaining time of a movement in milliseconds. Null if it is unknown: the full travel was never measured, the shade moves in
 * the other direction, or it should have arrived already. `sinceReportMs` is the age of the state.
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
