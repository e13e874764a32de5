import type { DeviceInfo, DeviceState, LightType, Target } from '@senca/contract'
import { useEffect, useRef, useState } from 'react'
import type { DeviceCardProps } from '#features/device-card/card-props.ts'
import { DeviceCard } from '#features/device-card/device-card.tsx'
import { DeviceTile } from '#features/device-card/tile/device-tile.tsx'

const STEP_MS = 250
const STEP = 0.02

const LEVEL: Record<LightType, keyof DeviceState> = {
  door: 'doorLightBrightness',
  handle: 'handleLightBrightness',
  light_1: 'light1Brightness',
  light_2: 'light2Brightness',
}

/** A card, or a tile, with a simulated motor, so that it can be tried out. */
export function LiveCard(props: {
  device: DeviceInfo
  stale?: boolean
  pending?: DeviceCardProps['pending']
  error?: string
  canRetry?: boolean
  done?: string
  isTile?: boolean
}) {
  const [state, setState] = useState(props.device.state)
  const [error, setError] = useState(props.error ?? null)
  const motor = useRef<ReturnType<typeof setInterval>>(undefined)
  useEffect(() => () => clearInterval(motor.current), [])
  const axis = props.device.devicetype === 'pergola' ? 'inclination' : 'position'

  const stop = (): void => {
    clearInterval(motor.current)
    setState((now) => ({ ...now, status: 'ready', target: null }))
  }
  const move = (target: Target): void => {
    const goal = target[axis]
    if (goal === undefined) return
    clearInterval(motor.current)
    motor.current = setInterval(() => {
      setState((now) => {
        const from = now[axis] ?? goal
        const next = Math.abs(goal - from) <= STEP ? goal : from + Math.sign(goal - from) * STEP
        if (next === goal) clearInterval(motor.current)
        return next === goal
          ? { ...now, [axis]: next, status: 'ready', target: null }
          : { ...now, [axis]: next, status: goal > from ? 'closing' : 'opening', target: { [axis]: goal } }
      })
    }, STEP_MS)
  }

  const card: DeviceCardProps = {
    device: { ...props.device, state },
    stale: props.stale ?? false,
    pending: props.pending ?? null,
    error: error,
    canRetry: props.canRetry ?? false,
    done: props.done ?? null,
    href: null,
    onDismissError: () => setError(null),
    onRetry: () => setError(null),
    onMove: move,
    onOpen: () => move({ [axis]: 0 }),
    onClose: () => move({ [axis]: 1 }),
    onStop: stop,
    onUnlock: (locks) => {
      for (const lock of locks)
        setState((now) => ({ ...now, [`${lock}LockState`]: 'unlocked', [`${lock}LockLocked`]: false }))
    },
    onToggleFoil: (isMilky) => setState((now) => ({ ...now, magicFoilOpacity: isMilky ? 1 : 0 })),
    onToggleLight: (light, isOn) => setState((now) => ({ ...now, [LEVEL[light]]: isOn ? 1 : 0 })),
  }
  return props.isTile === true ? <DeviceTile {...card} /> : <DeviceCard {...card} />
}
