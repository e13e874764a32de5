import { clampUnit, LIMITS } from '@senca/contract'
import type { Area } from '#ui/controls/drag.ts'
import { stepOfKey } from '#ui/controls/step-keys.ts'

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

/** The position that a key sets, from a position 0..1; null for a key that changes nothing. Down and right close the shade. */
export function stepBy(key: string, from: number): number | null {
  if (key === 'Home') return 0
  if (key === 'End') return 1
  const step = stepOfKey(key, 0.01, 0.1)
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight'
  return step === null ? null : wholeStep(isSideways ? from + step : from - step)
}
