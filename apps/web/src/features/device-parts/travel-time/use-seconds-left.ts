import type { DeviceInfo } from '@senca/contract'
import { useEffect, useRef, useState } from 'react'
import { pageNow } from '#core/clock.ts'
import { mainAxisOf } from '#features/device-model/views/shade-view.ts'
import { msLeft } from './ms-left.ts'
import type { TravelTimes } from './travel-times.ts'

const TICK_MS = 1_000

/** The remaining time of a movement in seconds, updated once per second; null while it is unknown. Learns from the reports. */
export function useSecondsLeft(
  times: Pick<TravelTimes, 'learn' | 'fullMsOf'>,
  device: DeviceInfo,
  target: number | null,
): number | null {
  const [seconds, setSeconds] = useState<number | null>(null)
  const newest = useRef({ device, at: 0 })
  useEffect(() => {
    newest.current = { device, at: pageNow().getTime() }
    times.learn(device)
  }, [times, device])
  useEffect(() => {
    const tick = () => {
      const { device, at } = newest.current
      const left = msLeft(
        device.state,
        mainAxisOf(device),
        target,
        times.fullMsOf(device.id),
        pageNow().getTime() - at,
      )
      setSeconds(left === null ? null : Math.ceil(left / TICK_MS))
    }
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [times, target])
  return seconds
}
