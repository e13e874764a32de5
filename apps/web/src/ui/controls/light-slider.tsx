import { LIMITS } from '@senca/contract'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useCommandKey } from './command-block.ts'
import styles from './light-slider.module.css'
import { afterKey, isStepKey, marksOf, valueAt } from './slider-value.ts'
import { spoken } from './spoken.ts'
import { usePointerDrag } from './use-drag.ts'

/**
 * A slider with three values, 0..1: `reported` (null: unknown), `target` while the motor moves, and the draft while it is
 * dragged. Keys start from the target. `onCommit` is called once, on release. `onDraft` gets each value of the drag, and null at
 * its end. `describe` returns a value as text.
 */
export function LightSlider(props: {
  label: string
  reported: number | null
  target?: number | null | undefined
  disabled?: boolean
  /** Marks the quarters of the track. */
  hasQuarters?: boolean
  /** It sends no command but changes a value of the page. */
  isLocal?: boolean
  describe: (value: number | null) => string
  onDraft?: ((value: number | null) => void) | undefined
  onCommit: (value: number) => void
}) {
  const [draft, setDraft] = useState<number | null>(null)
  const track = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const heldKeys = useRef(0)
  const { reported, target = null, disabled = false } = props
  const { thumb, tick, ring } = marksOf({ reported, target, draft }, LIMITS.SLIDER_UNKNOWN_START)
  const value = draft ?? reported
  const { isBlocked, attributes } = useCommandKey({ isCommand: props.isLocal !== true })

  const { dispatch, pointerHandlers } = usePointerDrag({
    isPossible: !disabled && !isBlocked,
    placeOf({ clientX }) {
      const box = track.current?.getBoundingClientRect()
      return { value: valueAt(clientX, box?.left ?? 0, box?.width ?? 0, LIMITS.SLIDER_STEP), isInside: true }
    },
    onDraft(value) {
      setDraft(value)
      props.onDraft?.(value)
    },
    onCommit: props.onCommit,
  })
  useEffect(() => {
    // A disabled element receives no keyup events.
    if (disabled) heldKeys.current = 0
  }, [disabled])
  const place = (share: number | null): string => `${(share ?? 0) * 100}%`
  const marks: CSSProperties & Record<`--${string}`, string> = {
    '--reported': place(reported),
    '--fill': place(Math.min(reported ?? 0, draft ?? 1, ring ?? 1)),
    '--thumb': place(thumb),
    '--ring': place(ring),
    '--way-from': place(Math.min(tick ?? 0, ring ?? 0)),
    '--way-to': place(Math.max(tick ?? 0, ring ?? 0)),
  }

  return (
    <div
      className={styles.slider}
      style={marks}
      data-disabled={disabled || isBlocked}
      data-moving={ring !== null && draft === null}
      data-quarters={props.hasQuarters}
      data-unknown={reported === null && draft === null}
      {...pointerHandlers}
      onPointerDown={(event) => {
        pointerHandlers.onPointerDown(event)
        if (!disabled) input.current?.focus({ preventScroll: true })
      }}
    >
      <div ref={track} className={styles.track} aria-hidden="true">
        {reported !== null && <i className={styles.fill} />}
        {ring !== null && tick !== null && <i className={styles.way} />}
        {tick !== null && <i className={styles.tick} />}
        {ring !== null && <i className={styles.ring} />}
        {thumb !== null && <i className={styles.thumb} />}
      </div>
      <input
        {...attributes}
        ref={input}
        className={styles.input}
        type="range"
        min={LIMITS.SLIDER_MIN}
        max={LIMITS.SLIDER_MAX}
        step={LIMITS.SLIDER_STEP}
        value={value ?? LIMITS.SLIDER_UNKNOWN_START}
        disabled={disabled}
        aria-label={spoken(props.label)}
        aria-valuetext={spoken(props.describe(value))}
        onChange={(event) => {
          if (isBlocked) return
          // A change without a pressed key comes from a screen reader.
          dispatch({ type: 'stepped', value: event.target.valueAsNumber })
          if (heldKeys.current === 0) dispatch({ type: 'rested' })
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') dispatch({ type: 'cancelled' })
          if (!isStepKey(event.key)) return
          if (!event.repeat) heldKeys.current += 1
          if (event.ctrlKey || event.metaKey || event.altKey) return
          // The browser would step from the reported value, which changes while the motor moves.
          event.preventDefault()
          if (isBlocked) return
          const from = draft ?? target ?? reported ?? LIMITS.SLIDER_UNKNOWN_START
          const stepped = afterKey(event.key, from, LIMITS.SLIDER_STEP)
          if (stepped !== null) dispatch({ type: 'stepped', value: stepped })
        }}
        onKeyUp={(event) => {
          if (!isStepKey(event.key)) return
          heldKeys.current = Math.max(0, heldKeys.current - 1)
          if (heldKeys.current === 0) dispatch({ type: 'rested' })
        }}
        onBlur={() => {
          heldKeys.current = 0
          dispatch({ type: 'rested' })
        }}
      />
    </div>
  )
}
