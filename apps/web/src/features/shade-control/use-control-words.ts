import type { Axis, DeviceInfo, Target } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import {
  figureText,
  goingText,
  saidShare,
  tiltText,
  wordOf,
} from '#features/device-model/views/shade-view.ts'

/** The texts about a shade: numbers, words and targets. Shares are 0..1. */
export function useControlWords(device: DeviceInfo) {
  const { t } = useTranslation()
  const { state } = device

  /** A share as text: "40%", "Closed", "−52°"; a text for unknown. */
  const figure = (axis: Axis, share: number | null): string =>
    share === null
      ? t(axis === 'position' ? 'card.word.unknown' : 'control.tiltUnknown')
      : figureText(device, axis, share, t)

  const isTilt = (axis: Axis): boolean => axis === 'inclination' && device.devicetype !== 'pergola'
  const tiltWords = (axis: Axis): string[] => {
    const tilt = axis === 'position' ? tiltText(device, state.position, t) : null
    return tilt === null ? [] : [tilt]
  }

  /** What the number does not say: "louvers", "Tilt", "tilt −52°"; empty if there is nothing to add. */
  const word = (axis: Axis): string => {
    const share = state[axis]
    if (share === null) return ''
    if (isTilt(axis)) return t('control.view.tilt')
    const main = wordOf(device, share)
    return [...(main === 'louvres' ? [t('card.word.louvres')] : []), ...tiltWords(axis)].join(', ')
  }

  /** A share for screen readers: "40%", "Closed", "about 40%", "−52°". */
  const said = (axis: Axis, share: number | null): string =>
    share === null ? figure(axis, share) : saidShare(device, axis, share, t)

  /** The movement of an axis: "Closing", "Moving to 40%". */
  const going = (axis: Axis, target: number): string => goingText(device, axis, target, t)

  /** All axes in one line: "40%. Moving to 80%", "Closed, tilt −52°". */
  const place = (axis: Axis, goal: Target | null): string => {
    const target = goal?.[axis]
    const here = [said(axis, state[axis]), ...tiltWords(axis)].join(', ')
    return target === undefined ? here : `${here}. ${going(axis, target)}`
  }

  return { figure, word, said, going, place }
}
