import type { DeviceInfo, LightType } from '@senca/contract'

export type LightChannel = { readonly type: LightType; readonly brightness: number | null }

/** The channels of a light, each with its brightness 0..1 or null for unknown. */
export function channelsOf({ state }: Pick<DeviceInfo, 'state'>): LightChannel[] {
  return [
    ...(state.light1Brightness === undefined
      ? []
      : [{ type: 'light_1' as const, brightness: state.light1Brightness }]),
    ...(state.light2Brightness === undefined
      ? []
      : [{ type: 'light_2' as const, brightness: state.light2Brightness }]),
  ]
}

/** The combined state of all channels, as a key below `card.light`. */
export function lightWordOf(channels: readonly LightChannel[]): 'on' | 'off' | 'partly' | 'unknown' {
  const known = channels.filter(({ brightness }) => brightness !== null)
  if (known.length === 0) return 'unknown'
  const lit = known.filter(({ brightness }) => (brightness ?? 0) > 0)
  if (lit.length === 0) return 'off'
  return lit.length === channels.length ? 'on' : 'partly'
}
