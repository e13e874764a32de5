import type { Axis, DeviceInfo, Target } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { tiltOf, wordOf } from '../card/shade-view.ts'
import { figureAt } from './control-view.ts'

/** How a shade is spoken of: figures, words and where it is going. Shares are 0..1. */
export function useControlWords(device: DeviceInfo) {
  const { t } = useTranslation()
  const { state } = device

  /** "40%", "−52°"; of what is not known, in words. */
  const figure = (axis: Axis, share: number | null): string => {
    const { value, unit } = figureAt(device, axis, share)
    if (value === null) return t(axis === 'position' ? 'card.word.unknown' : 'control.tiltUnknown')
    return t(unit === 'percent' ? 'card.percent' : 'card.degrees', { value: String(value).replace('-', '−') })
  }

  /** What the figure means: "closed", "tilt −52°"; empty where the figure says it all. */
  const word = (axis: Axis): string => {
    const share = state[axis]
    if (share === null || (axis === 'inclination' && device.devicetype !== 'pergola')) return ''
    const tilt = axis === 'position' ? tiltOf(device, share) : null
    const main = t(`card.word.${wordOf(device, share)}`)
    return tilt === null
      ? main
      : `${main}, ${t('card.tilt', { angle: figure('inclination', state.inclination) })}`
  }

  /** An axis in one breath: "40% closed, moving to 80%", "about 40% closed". */
  const place = (axis: Axis, goal: Target | null): string => {
    const share = state[axis]
    const bare = figure(axis, share)
    const said = state.assumed && share !== null ? t('card.about', { figure: bare }) : bare
    const target = goal?.[axis]
    return [
      [said, word(axis)].filter((part) => part !== '').join(' '),
      ...(target === undefined ? [] : [t('card.movingTo', { figure: figure(axis, target) })]),
    ].join(', ')
  }

  return { figure, word, place }
}
