import { type DeviceInfo, slatAngle, type Target } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { figureOf, mainAxisOf } from '../card/shade-view.ts'

/** A place of a device in figures: "40%", "40%, −30°", "36°". */
export function usePlaceWords(device: DeviceInfo): {
  main: (share: number | null) => string
  tilt: (share: number | null) => string
  place: (place: Target) => string
} {
  const { t } = useTranslation()
  const main = (share: number | null): string => {
    const { value, unit } = figureOf(device, share)
    if (value === null) return t('card.word.unknown')
    return unit === 'percent' ? t('card.percent', { value }) : t('card.degrees', { value })
  }
  const tilt = (share: number | null): string => {
    if (share === null) return t('card.word.unknown')
    const angle = Math.round(slatAngle(share, device.settings.inclinationType ?? 'full_180'))
    return t('card.degrees', { value: String(angle).replace('-', '−') })
  }
  const place = (at: Target): string => {
    const words = main(at[mainAxisOf(device)] ?? null)
    return device.devicetype === 'venetian_blind' && at.inclination !== undefined
      ? `${words}, ${tilt(at.inclination)}`
      : words
  }
  return { main, tilt, place }
}
