import { type InclinationType, LIMITS } from '@senca/contract'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { marksOf, RESTING, type SliderEvent, slide } from './slider-value.ts'
import styles from './TiltDial.module.css'
import { TiltDialFace } from './TiltDialFace.tsx'
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
import { useWalk } from './use-walk.ts'

/**
 * The dial that turns slats or louvres: a slider of three inclinations, 0..1, `reported` (null: unknown), `target` while
 * the motor is under way, and `draft` under the hand, which its owner keeps. `onDraft` follows the hand, null when it
 * left or let go; `onCommit` is called once, on release. `describe` says an inclination in words.
 */
export function TiltDial(props: {
  label: string
  kind: DialKind
  inclinationType: InclinationType
  reported: number | null
  target: number | null
  draft: number | null
  disabled?: boolean
  describe: (inclination: number | null) => string
  onDraft: (inclination: number | null) => void
  onCommit: (inclination: number) => void
}) {
  const { kind, inclinationType, reported, target, draft, disabled = false } = props
  const latest = useRef(RESTING)
  const heldKeys = useRef(0)
  const [isGrasped, setGrasped] = useState(false)

  const reach = dialReach(kind, inclinationType)
  const box = dialBox(kind)
  const marks = marksOf({ reported, target, draft }, LIMITS.SLIDER_UNKNOWN_START)
  const angleOf = (inclination: number): number => angleOfInclination(kind, inclinationType, inclination)
  const angleOrNull = (inclination: number | null): number | null =>
    inclination === null ? null : angleOf(inclination)
  const now = angleOf(draft ?? reported ?? LIMITS.SLIDER_UNKNOWN_START)
  const turned = useWalk(now, draft === null && marks.ring !== null)

  const happen = (event: SliderEvent): void => {
    const next = slide(latest.current, event)
    if (next.state.draft !== latest.current.draft) props.onDraft(next.state.draft)
    latest.current = next.state
    setGrasped(next.state.by === 'pointer')
    if (next.commit !== null) props.onCommit(next.commit)
  }
  /** The hand in the dial's own units, and whether it is over the dial. */
  const handOf = (event: PointerEvent) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const [x, y] = [(event.clientX - left) / width, (event.clientY - top) / height]
    return {
      at: { x: box.x + x * box.width, y: box.y + y * box.height },
      isOver: x >= 0 && x <= 1 && y >= 0 && y <= 1,
    }
  }
  const follow = (event: PointerEvent, type: 'pressed' | 'dragged'): void => {
    const { at, isOver } = handOf(event)
    if (!isOver) {
      happen({ type: 'left' })
      return
    }
    const angle = angleUnder(kind, at, reach)
    if (angle !== null) happen({ type, value: inclinationOfAngle(kind, inclinationType, angle) })
  }
  const turnByKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') happen({ type: 'cancelled' })
    const from = angleOf(latest.current.draft ?? reported ?? LIMITS.SLIDER_UNKNOWN_START)
    const angle = angleAfterKey(event.key, from, reach)
    if (angle === null || disabled || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (!event.repeat) heldKeys.current += 1
    happen({ type: 'stepped', value: inclinationOfAngle(kind, inclinationType, angle) })
  }
  const letKeyGo = (): void => {
    heldKeys.current = Math.max(0, heldKeys.current - 1)
    if (heldKeys.current === 0) happen({ type: 'keyReleased' })
  }
  const shape: CSSProperties = { aspectRatio: `${box.width} / ${box.height}` }

  return (
    <div
      className={styles.dial}
      style={shape}
      role="slider"
      tabIndex={disabled ? -1 : 0}
      aria-label={props.label}
      aria-disabled={disabled}
      aria-valuemin={reach.from}
      aria-valuemax={reach.to}
      aria-valuenow={heldAngle(now, reach)}
      aria-valuetext={props.describe(draft ?? reported)}
      data-grasped={isGrasped}
      onPointerDown={(event) => {
        if (disabled || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        follow(event, 'pressed')
      }}
      onPointerMove={(event) => {
        if (latest.current.by === 'pointer') follow(event, 'dragged')
      }}
      onPointerUp={() => happen({ type: 'released' })}
      onPointerCancel={() => happen({ type: 'cancelled' })}
      onKeyDown={turnByKey}
      onKeyUp={(event) => {
        if (angleAfterKey(event.key, 0, reach) !== null) letKeyGo()
      }}
      onBlur={() => {
        heldKeys.current = 0
        happen({ type: 'keyReleased' })
      }}
    >
      <TiltDialFace
        kind={kind}
        reach={reach}
        angle={turned}
        thumb={angleOrNull(marks.thumb)}
        reported={marks.tick === null ? null : draft === null ? turned : angleOf(marks.tick)}
        target={angleOrNull(marks.ring)}
        isUnknown={reported === null && draft === null}
        isDisabled={disabled}
      />
    </div>
  )
}
