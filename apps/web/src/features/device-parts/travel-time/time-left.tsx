import type { DeviceInfo } from '@senca/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { browserStorage } from '#core/page-storage.ts'
import { keptTravelTimes } from './kept-travel-times.ts'
import { leftText, shortLeftText } from './left-text.ts'
import styles from './time-left.module.css'
import { useSecondsLeft } from './use-seconds-left.ts'

const travelTimes = keptTravelTimes(browserStorage)

export interface TimeLeftProps {
  device: DeviceInfo
  target: number | null
  /** Shows "12 s" instead of "about 12 s"; screen readers read the longer text. */
  isShort?: boolean
}

/** The remaining time of a moving shade: "about 12 s". Renders nothing while it is unknown. */
export function TimeLeft({ device, target, isShort = false }: TimeLeftProps) {
  const { t } = useTranslation()
  const seconds = useSecondsLeft(travelTimes, device, target)
  useEffect(() => travelTimes.keep, [])
  if (seconds === null) return null
  const text = leftText(seconds, t)
  return isShort ? (
    <span className={styles.left} role="img" aria-label={text}>
      {shortLeftText(seconds, t)}
    </span>
  ) : (
    <span className={styles.left}>{text}</span>
  )
}
