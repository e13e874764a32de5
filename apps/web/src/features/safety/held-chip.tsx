import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useHomeZone } from '#core/home-place.ts'
import { devicePath } from '#features/device-model/device-paths.ts'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { useUnits } from '#features/room-model/rooms.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { clockTime } from '#i18n/moments.ts'
import { becauseText, releaseText } from '#i18n/weather-words.ts'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './held-chip.module.css'
import { safetyOf } from './held-words.ts'

/** A notice of the home about shades that are held: which and until when. It leads to the one shade, or to the weather. */
export function HeldChip() {
  const held = useHomeDevices().flatMap((device) => {
    const safety = safetyOf(device)
    return safety === null ? [] : [{ device, safety }]
  })
  const words = useHeldWords()
  const [first, ...others] = held
  if (first === undefined) return null
  return (
    <li data-held="">
      <Link
        className={styles.notice}
        to={others.length === 0 ? devicePath(first.device, 'control') : '/weather'}
        preventScrollReset
      >
        <Icon name="shield" size={20} />
        <span>{words(held)}</span>
      </Link>
    </li>
  )
}

type Held = { device: DeviceInfo; safety: NonNullable<ReturnType<typeof safetyOf>> }

function useHeldWords() {
  const { t } = useTranslation()
  const units = useUnits()
  const timezone = useHomeZone()
  const how = { units, tag: pageTag(), t, timezone }
  return (held: readonly Held[]): string => {
    const releases = new Set(
      held.map(({ safety }) => (safety.until === null ? releaseText(safety, how) : null)),
    )
    const [release = null] = releases.size === 1 ? releases : []
    const [first, ...others] = held
    if (first === undefined) return ''
    const { device, safety } = first
    const { name } = device
    if (others.length === 0) {
      if (release !== null) return t('weather.chip', { name, release })
      if (safety.until !== null)
        return t('weather.chipUntil', { name, time: clockTime(new Date(safety.until), timezone) })
      const reason = safety.isSensorSilent ? t('weather.chipSilent') : becauseText(safety.reason, false, how)
      return t('weather.chipBecause', { name, reason })
    }
    const several = t('weather.chipSeveral', { count: held.length })
    return release === null ? several : t('weather.heldAndRelease', { held: several, release })
  }
}
