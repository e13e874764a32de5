import { clampUnit, LIMITS } from '@senca/contract'
import type { Area } from '#ui/controls/drag.ts'

const wholeStep = (value: number): number => Math.round(clampUnit(value) / LIMITS.SLIDER_STEP) / 100

/** The position 0..1 (0 at the top) at a pointer. The track is the control area without a margin at each end. */
export function positionAt(y: number, area: Pick<Area, 'top' | 'height'>): number {
  if (area.height <= 0) return 0
  const share = (y - area.top) / area.height
  return wholeStep((share - LIMITS.DRAG_MARGIN) / (1 - 2 * LIMITS.DRAG_MARGIN))
}

/** The control area for a track from `top` with this `height`: the track plus the margins. */
export function areaAround(way: Area): Area {
  const height = way.height / (1 - 2 * LIMITS.DRAG_MARGIN)
  return { ...way, top: way.top - height * LIMITS.DRAG_MARGIN, height }
}

/** The step of each key. Down and right close the shade; PageUp and PageDown move ten percent. */
const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 0.01],
  ['ArrowRight', 0.01],
  ['ArrowUp', -0.01],
  ['ArrowLeft', -0.01],
  ['PageDown', 0.1],
  ['PageUp', -0.1],
  ['Home', -1],
  ['End', 1],
])

/** The position that a key sets, starting from a position 0..1; null for a key that changes nothing. */
export function stepBy(key: string, from: number): number | null {
  const step = STEPS.get(key)
  return step === undefined ? null : wholeStep(from + step)
}
