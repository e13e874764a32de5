import type { DeviceInfo } from '@senca/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mainAxisOf } from '#features/device-model/views/shade-view.ts'
import { leftText } from './left-text.ts'
import { msLeft } from './ms-left.ts'
import styles from './time-left.module.css'
import { createTravelTimes } from './travel-times.ts'

const travelTimes = createTravelTimes(localStorage)
const TICK_MS = 1_000

/** The remaining time of a moving shade: "about 12 s". Renders nothing while it is unknown. */
export function TimeLeft({ device, target }: { device: DeviceInfo; target: number | null }) {
  const { t } = useTranslation()
  const seconds = useSecondsLeft(device, target)
  return seconds !== null && <span className={styles.left}>{leftText(seconds, t)}</span>
}

function useSecondsLeft(device: DeviceInfo, target: number | null): number | null {
  const [seconds, setSeconds] = useState<number | null>(null)
  const newest = useRef({ device, at: 0 })
  useEffect(() => {
    newest.current = { device, at: Date.now() }
    travelTimes.learn(device)
  }, [device])
  useEffect(() => {
    const tick = () => {
      const { device, at } = newest.current
      const fullMs = travelTimes.fullMsOf(device.id)
      const left = msLeft(device.state, mainAxisOf(device), target, fullMs, Date.now() - at)
      setSeconds(left === null ? null : Math.ceil(left / TICK_MS))
    }
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [target])
  useEffect(() => () => travelTimes.keep(), [])
  return seconds
}
