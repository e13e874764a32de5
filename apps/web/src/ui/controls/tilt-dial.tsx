import { type InclinationType, LIMITS } from '@senca/contract'
import { type CSSProperties, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { useCommandKey } from './command-block.ts'
import { isWithin } from './drag.ts'
import { marksOf } from './slider-value.ts'
import { spoken } from './spoken.ts'
import styles from './tilt-dial.module.css'
import { TiltDialFace } from './tilt-dial-face.tsx'
import {
  angleAfterKey,
  angleOfInclination,
  angleUnder,
  type DialKind,
  dialBox,
  dialReach,
  heldAngle,
  inclinationOfAngle,
} from './tilt-dial-geometry.ts'
import { useDrag } from './use-drag.ts'

/** A little longer than the time between two reports, which come four times a second. */
const WALK_MS = 260

/** A value that is animated to `goal` while `isWalking`; otherwise it is `goal` at once. */
function useAnimatedValue(goal: number, isWalking: boolean): number {
  const [shown, setShown] = useState(goal)
  const place = useRef(goal)
  useEffect(() => {
    const from = place.current
    const arrive = (value: number): void => {
      place.current = value
      setShown(value)
    }
    if (!isWalking || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      arrive(goal)
      return
    }
    const start = performance.now()
    let frame = 0
    const step = (now: number): void => {
      const share = Math.min(1, Math.max(0, (now - start) / WALK_MS))
      arrive(from + (goal - from) * share)
      if (share < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [goal, isWalking])
  return isWalking ? shown : goal
}

/**
 * The dial that turns slats or louvers. It is a slider with three inclinations, 0..1: `reported` (null: unknown), `target` while
 * the motor moves, and `draft` while it is dragged, which the parent stores. `onDraft` gets each value of the drag, and null at
 * its end. `onCommit` is called once, on release or some time after the last key. `describe` returns an inclination as text;
 * `hint` says how to turn the dial or why it cannot be turned.
 */
export function TiltDial(props: {
  label: string
  kind: DialKind
  inclinationType: InclinationType
  reported: number | null
  target: number | null
  draft: number | null
  disabled?: boolean
  /** It sends no command but changes a value of the page. */
  isLocal?: boolean
  hint?: string
  describe: (inclination: number | null) => string
  onDraft: (inclination: number | null) => void
  onCommit: (inclination: number) => void
}) {
  const { kind, inclinationType, reported, target, draft, disabled = false } = props
  const hint = useId()
  const { isIdle, isBlocked, attributes } = useCommandKey({ disabled, isCommand: props.isLocal !== true })
  const [isGrasped, setGrasped] = useState(false)

  const reach = dialReach(kind, inclinationType)
  const box = dialBox(kind)
  const marks = marksOf({ reported, target, draft }, LIMITS.SLIDER_UNKNOWN_START)
  const angleOf = (inclination: number): number => angleOfInclination(kind, inclinationType, inclination)
  const angleOrNull = (inclination: number | null): number | null =>
    inclination === null ? null : angleOf(inclination)
  const now = angleOf(draft ?? reported ?? LIMITS.SLIDER_UNKNOWN_START)
  const turned = useAnimatedValue(now, draft === null && marks.ring !== null)

  const placeOf = (event: PointerEvent<HTMLElement>) => {
    const area = event.currentTarget.getBoundingClientRect()
    const angle = angleUnder(
      kind,
      {
        x: box.x + ((event.clientX - area.left) / area.width) * box.width,
        y: box.y + ((event.clientY - area.top) / area.height) * box.height,
      },
      reach,
    )
    if (angle === null) return null
    const isInside = isWithin(event.clientX, event.clientY, area, event.pointerType === 'touch')
    return { value: inclinationOfAngle(kind, inclinationType, angle), isInside }
  }
  const handlers = useDrag({
    isPossible: !isIdle,
    placeOf,
    stepBy(key, held) {
      const from = angleOf(held ?? target ?? reported ?? LIMITS.SLIDER_UNKNOWN_START)
      const angle = angleAfterKey(key, from, reach)
      return angle === null ? null : inclinationOfAngle(kind, inclinationType, angle)
    },
    onDraft: props.onDraft,
    onCommit: props.onCommit,
    onGrasp: setGrasped,
  })
  const shape: CSSProperties = { aspectRatio: `${box.width} / ${box.height}` }

  return (
    <>
      <div
        className={styles.dial}
        style={shape}
        role="slider"
        tabIndex={disabled ? -1 : 0}
        aria-label={spoken(props.label)}
        aria-disabled={isIdle}
        aria-valuemin={reach.from}
        aria-valuemax={reach.to}
        aria-valuenow={heldAngle(now, reach)}
        aria-valuetext={spoken(props.describe(draft ?? reported))}
        aria-describedby={isBlocked ? attributes['aria-describedby'] : props.hint && hint}
        data-grasped={isGrasped}
        {...handlers}
      >
        <TiltDialFace
          kind={kind}
          reach={reach}
          angle={turned}
          thumb={angleOrNull(marks.thumb)}
          reported={marks.tick === null ? null : draft === null ? turned : angleOf(marks.tick)}
          target={angleOrNull(marks.ring)}
          isUnknown={reported === null && draft === null}
          isDisabled={isIdle}
        />
      </div>
      {props.hint !== undefined && (
        <VisuallyHidden>
          <span id={hint}>{props.hint}</span>
        </VisuallyHidden>
      )}
    </>
  )
}
