import type { Axis, DeviceInfo, Target } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { figureText, mainAxisOf } from '../card/shade-view.ts'

/** A place of a device in figures: "40%", "40%, −30°", "36°". */
export function usePlaceWords(device: DeviceInfo): {
  main: (share: number | null) => string
  tilt: (share: number | null) => string
  place: (place: Target) => string
} {
  const { t } = useTranslation()
  const figure = (axis: Axis) => (share: number | null) =>
    share === null ? t('card.word.unknown') : figureText(device, axis, share, t)
  const main = figure(mainAxisOf(device))
  const tilt = figure('inclination')
  const place = (at: Target): string => {
    const words = main(at[mainAxisOf(device)] ?? null)
    return device.devicetype === 'venetian_blind' && at.inclination !== undefined
      ? `${words}, ${tilt(at.inclination)}`
      : words
  }
  return { main, tilt, place }
}
