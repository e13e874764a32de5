import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { wholeAzimuth } from './direction.ts'

/**
 * Safari reports the compass heading itself. Other browsers report the rotation around the vertical axis, which is counted in the
 * opposite direction.
 */
const headingSchema = z.object({ webkitCompassHeading: z.number() })
const turnSchema = z.object({ absolute: z.literal(true), alpha: z.number() })
/** Safari requires the person's permission first. */
const askingSchema = z.object({
  requestPermission: z.custom<() => Promise<string>>((value) => typeof value === 'function'),
})

/** A device with a compass sends an event within this time. */
const WAIT_MS = 3_000
const EVENTS = ['deviceorientationabsolute', 'deviceorientation'] as const

/**
 * The direction of the top edge of a phone that lies flat, in degrees clockwise from north; null if the event does not contain
 * it.
 */
export function headingOf(event: unknown, screenAngle = 0): number | null {
  const notified = headingSchema.safeParse(event)
  if (notified.success) return wholeAzimuth(notified.data.webkitCompassHeading + screenAngle)
  const turned = turnSchema.safeParse(event)
  return turned.success ? wholeAzimuth(360 - turned.data.alpha + screenAngle) : null
}

/** Only handheld devices are expected to have a compass. */
export const mayHaveCompass = (): boolean => window.matchMedia('(pointer: coarse)').matches

export type CompassState = 'off' | 'waiting' | 'on' | 'none'

/** The compass of the phone, from start to stop. `onHeading` gets each direction of the phone. */
export function useCompass(onHeading: (azimuth: number) => void) {
  const [state, setState] = useState<CompassState>('off')
  const isListening = state === 'waiting' || state === 'on'

  useEffect(() => {
    if (!isListening) return
    const received = (event: Event) => {
      const heading = headingOf(event, screen.orientation?.angle ?? 0)
      if (heading === null) return
      setState('on')
      onHeading(heading)
    }
    for (const name of EVENTS) window.addEventListener(name, received)
    return () => {
      for (const name of EVENTS) window.removeEventListener(name, received)
    }
  }, [isListening, onHeading])
  useEffect(() => {
    if (state !== 'waiting') return
    const timer = setTimeout(() => setState('none'), WAIT_MS)
    return () => clearTimeout(timer)
  }, [state])

  return {
    state,
    async start() {
      setState('waiting')
      const asking = askingSchema.safeParse(globalThis.DeviceOrientationEvent)
      if (!asking.success) return
      const answer = await asking.data.requestPermission().catch(() => 'denied')
      if (answer !== 'granted') setState('none')
    },
    stop: () => setState('off'),
  }
}
