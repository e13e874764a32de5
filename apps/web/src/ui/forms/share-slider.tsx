import { useState } from 'react'
import { LightSlider } from '../controls/light-slider.tsx'
import styles from './share-slider.module.css'

/**
 * A slider for a share 0..1 in whole percent, with its label and value. `onCommit` is called with the value when the thumb or the
 * key is released. An unknown value is null. `target` is where the motors are moving, if they move. `onDraft` is called with the
 * value while it is chosen, and with null at its end.
 */
export function ShareSlider(props: {
  label: string
  /** The value stands at the end of the slider, and the label is for screen readers alone. */
  isLine?: boolean
  value: number | null
  /** What stands at the end instead of `value`, which is the mean of several, until one is chosen for all. */
  spread?: string | null
  target?: number | null
  describe: (value: number) => string
  /** The text for an unknown value. */
  unknown?: string
  onDraft?: (value: number | null) => void
  onCommit: (value: number) => void
}) {
  const { describe, label, value, target = null } = props
  const [draft, setDraft] = useState<number | null>(null)
  const textOf = (share: number | null): string => (share === null ? (props.unknown ?? '') : describe(share))
  const isLine = props.isLine === true
  return (
    <div className={isLine ? styles.line : undefined}>
      <p className={styles.words}>
        {!isLine && <span>{label}</span>}
        <span className={styles.figure}>
          {(draft ?? target) === null ? (props.spread ?? textOf(value)) : textOf(draft ?? target)}
        </span>
      </p>
      <LightSlider
        label={label}
        reported={value}
        target={target}
        describe={textOf}
        onDraft={(next) => {
          setDraft(next)
          props.onDraft?.(next)
        }}
        onCommit={props.onCommit}
      />
    </div>
  )
}
