import { useEffect, useState } from 'react'
import { clamp, lerp } from '../paint/geometry.ts'
import { WallCanvas, type WallLayout } from './wall-canvas.tsx'

const OPENING_MS = 1_600
const SHUT = { position: 1, tilt: 60 }

/** How far the slats have turned and then lifted at a share 0..1 of the opening animation. They turn first. */
function blindAt(share: number, rest: WallLayout): WallLayout {
  const eased = 1 - (1 - share) ** 3
  return {
    ...rest,
    tilt: lerp(SHUT.tilt, rest.tilt, clamp(eased / 0.6)),
    position: lerp(SHUT.position, rest.position, clamp((eased - 0.4) / 0.6)),
  }
}

const wantsStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * A wall with light on which a blind opens once when it first appears. Not animated with reduced motion, or if it `isOpen`
 * already.
 */
export function OpeningWall({ wall, isOpen = false }: { wall: WallLayout; isOpen?: boolean }) {
  const [share, setShare] = useState(() => (isOpen || wantsStillness() ? 1 : 0))
  const isMoving = share < 1

  useEffect(() => {
    if (!isMoving) return
    let frame = 0
    const start = performance.now()
    const step = (now: number): void => {
      const next = clamp((now - start) / OPENING_MS)
      setShare((before) => Math.max(before, next))
      if (next < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [isMoving])

  return <WallCanvas wall={blindAt(share, wall)} isMoving={isMoving} />
}
