import { LIMITS } from '@senca/contract'
import { type CSSProperties, useRef, useState } from 'react'
import { afterKey, isStepKey, snap, valueAt } from '../controls/slider-value.ts'
import { usePointerDrag } from '../controls/use-drag.ts'
import styles from './range-slider.module.css'

const THUMBS = [0, 1] as const
type Thumb = (typeof THUMBS)[number]
type Range = readonly [number, number]

/** The range after a thumb moved to `value`. The thumbs stay one step apart. */
function moved([low, high]: Range, thumb: Thumb, value: number): [number, number] {
  const step = LIMITS.SLIDER_STEP
  return thumb === 0
    ? [snap(Math.min(value, high - step), step), high]
    : [low, snap(Math.max(value, low + step), step)]
}

/**
 * A slider with two thumbs for a range within 0..1, in whole percent. The thumbs cannot pass each other. `describe` returns a
 * value as text. `onChange` is called when a thumb is released, or moved with a key.
 */
export function RangeSlider(props: {
  /** The accessible names of the lower and the upper thumb. */
  labels: readonly [string, string]
  value: Range
  describe: (value: number) => string
  /** Called with each range of a drag, and with null when it ended. */
  onDraft?: (value: Range | null) => void
  onChange: (value: [number, number]) => void
}) {
  const { labels, describe, value } = props
  const [draft, setDraft] = useState<Range | null>(null)
  const track = useRef<HTMLDivElement>(null)
  const inputs = useRef<(HTMLInputElement | null)[]>([])
  const held = useRef<Thumb>(0)
  const [low, high] = draft ?? value
  const show = (range: Range | null) => {
    setDraft(range)
    props.onDraft?.(range)
  }

  const valueUnder = (x: number): number => {
    const box = track.current?.getBoundingClientRect()
    return valueAt(x, box?.left ?? 0, box?.width ?? 0, LIMITS.SLIDER_STEP)
  }
  const { state, pointerHandlers } = usePointerDrag({
    isPossible: true,
    placeOf: ({ clientX }) => ({ value: valueUnder(clientX), isInside: true }),
    onDraft: (place) => show(place === null ? null : moved(value, held.current, place)),
    onCommit: (place) => props.onChange(moved(value, held.current, place)),
  })
  const marks: CSSProperties & Record<`--${string}`, string> = {
    '--low': `${low * 100}%`,
    '--high': `${high * 100}%`,
  }

  return (
    <div
      className={styles.slider}
      style={marks}
      {...pointerHandlers}
      onPointerDown={(event) => {
        if (!('pointer' in state.current)) held.current = nearest(value, valueUnder(event.clientX))
        pointerHandlers.onPointerDown(event)
        inputs.current[held.current]?.focus({ preventScroll: true })
      }}
    >
      <div ref={track} className={styles.track} aria-hidden="true">
        <i className={styles.part} />
        <i className={styles.thumb} data-thumb="low" />
        <i className={styles.thumb} data-thumb="high" />
      </div>
      {THUMBS.map((thumb) => (
        <input
          key={labels[thumb]}
          ref={(input) => {
            inputs.current[thumb] = input
          }}
          className={styles.input}
          type="range"
          min={thumb === 0 ? LIMITS.SLIDER_MIN : snap(low + LIMITS.SLIDER_STEP, LIMITS.SLIDER_STEP)}
          max={thumb === 0 ? snap(high - LIMITS.SLIDER_STEP, LIMITS.SLIDER_STEP) : LIMITS.SLIDER_MAX}
          step={LIMITS.SLIDER_STEP}
          value={thumb === 0 ? low : high}
          aria-label={labels[thumb]}
          aria-valuetext={describe(thumb === 0 ? low : high)}
          // Without a pressed key, a change comes from a screen reader.
          onChange={(event) => props.onChange(moved(value, thumb, event.target.valueAsNumber))}
          onKeyDown={(event) => {
            if (!isStepKey(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
            // The step of the browser for Page Up and Page Down depends on the other thumb.
            event.preventDefault()
            const stepped = afterKey(event.key, value[thumb], LIMITS.SLIDER_STEP)
            if (stepped !== null) props.onChange(moved(value, thumb, stepped))
          }}
        />
      ))}
    </div>
  )
}

/** The thumb that a press at `at` takes. Of two at the same distance it is the one on the side of the press. */
function nearest([low, high]: Range, at: number): Thumb {
  const [toLow, toHigh] = [Math.abs(at - low), Math.abs(at - high)]
  return toLow === toHigh ? (at < low ? 0 : 1) : toLow < toHigh ? 0 : 1
}
