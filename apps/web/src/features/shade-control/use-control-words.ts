import type { Axis, DeviceInfo, Target } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { figureText, saidShare, tiltText, wordOf } from '#features/device-model/shade-view.ts'

/** How a shade is spoken of: figures, words and where it is going. Shares are 0..1. */
export function useControlWords(device: DeviceInfo) {
  const { t } = useTranslation()
  const { state } = device

  /** "40%", "−52°"; of what is not known, in words. */
  const figure = (axis: Axis, share: number | null): string =>
    share === null
      ? t(axis === 'position' ? 'card.word.unknown' : 'control.tiltUnknown')
      : figureText(device, axis, share, t)

  const isTilt = (axis: Axis): boolean => axis === 'inclination' && device.devicetype !== 'pergola'
  const tiltWords = (axis: Axis): string[] => {
    const tilt = axis === 'position' ? tiltText(device, state.position, t) : null
    return tilt === null ? [] : [tilt]
  }

  /** What the figure means: "closed", "tilt −52°"; empty where the figure says it all. */
  const word = (axis: Axis): string => {
    const share = state[axis]
    if (share === null || isTilt(axis)) return ''
    const main = wordOf(device, share)
    return [...(main === null ? [] : [t(`card.word.${main}`)]), ...tiltWords(axis)].join(', ')
  }

  /** A share for the ear: "40% closed", "−52°". */
  const said = (axis: Axis, share: number | null, bare = figure(axis, share)): string =>
    share === null || isTilt(axis) ? bare : saidShare(device, share, bare, t)

  /** An axis in one breath: "40% closed, moving to 80%", "about 40% closed". */
  const place = (axis: Axis, goal: Target | null): string => {
    const share = state[axis]
    const bare = figure(axis, share)
    const target = goal?.[axis]
    return [
      said(axis, share, state.assumed && share !== null ? t('card.about', { figure: bare }) : bare),
      ...tiltWords(axis),
      ...(target === undefined ? [] : [t('card.movingTo', { figure: figure(axis, target) })]),
    ].join(', ')
  }

  return { figure, word, said, place }
}
