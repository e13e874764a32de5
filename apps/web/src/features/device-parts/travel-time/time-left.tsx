import { type DeviceInfo, type DeviceState, LIMITS } from '@senca/contract'
import { learnTravel, UNMEASURED } from '@senca/contract/travel-time'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { mainAxisOf } from '#features/device-model/views/shade-view.ts'
import styles from './time-left.module.css'

const TICK_MS = 1_000

export interface TimeLeftProps {
  device: DeviceInfo
  target: number | null
  /** Shows "12 s" instead of "about 12 s"; screen readers read the longer text. */
  isShort?: boolean
}

/** The remaining time of a moving shade: "about 12 s". Renders nothing while it is unknown. */
export function TimeLeft({ device, target, isShort = false }: TimeLeftProps) {
  const { t } = useTranslation()
  const seconds = useSecondsLeft(device, target)
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

/** The remaining time of a movement in seconds by the speed of its reports, updated once per second; null while it is unknown. */
function useSecondsLeft(device: DeviceInfo, target: number | null): number | null {
  const [seconds, setSeconds] = useState<number | null>(null)
  const newest = useRef({ device, at: 0 })
  const travel = useRef(UNMEASURED)
  useEffect(() => {
    newest.current = { device, at: pageNow().getTime() }
    const reportedAt = Date.parse(device.state.reportedAt ?? '')
    if (!Number.isNaN(reportedAt)) travel.current = learnTravel(travel.current, device.state, reportedAt)
  }, [device])
  useEffect(() => {
    const tick = () => {
      const { device, at } = newest.current
      const { fullMs } = travel.current
      const left = msLeft(device.state, mainAxisOf(device), target, fullMs, pageNow().getTime() - at)
      setSeconds(left === null ? null : Math.ceil(left / TICK_MS))
    }
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [target])
  return seconds
}

/**
 * The remaining time of a movement in milliseconds. Null if it is unknown: the speed was not measured yet, the shade moves in the
 * other direction, or it should have arrived already. `sinceReportMs` is the age of the state.
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

type Words = (
  key: 'travel.short' | 'travel.seconds' | 'travel.minutes',
  values: Readonly<Record<string, number>>,
) => string

/** A time in seconds as text: "about 12 s", "about 1 min 5 s". */
export function leftText(whole: number, t: Words): string {
  const minutes = Math.floor(whole / 60)
  const seconds = whole % 60
  return minutes === 0 ? t('travel.seconds', { seconds }) : t('travel.minutes', { minutes, seconds })
}

/** The same as short as possible: "12 s", "1:05". */
export function shortLeftText(whole: number, t: Words): string {
  if (whole < 60) return t('travel.short', { seconds: whole })
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
