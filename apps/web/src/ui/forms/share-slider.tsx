import { Slider } from '@base-ui/react/slider'
import { LIMITS } from '@senca/contract'
import styles from './share-slider.module.css'

/**
 * A slider for a share 0..1 in whole percent, with its label and value. `onCommit` is called with the value when the thumb or the
 * key is released. An unknown value (null) is drawn like that of a single light: a dashed line and thumb, and no filled part.
 */
export function ShareSlider(props: {
  label: string
  value: number | null
  describe: (value: number) => string
  /** The text for an unknown value. */
  unknown?: string
  onChange: (value: number) => void
  onCommit?: (value: number) => void
}) {
  const { describe, label, value } = props
  const percent = Math.round((value ?? LIMITS.SLIDER_UNKNOWN_START) * 100)
  const figureOf = (share: number): string => (value === null ? (props.unknown ?? '') : describe(share))
  return (
    <div>
      <p className={styles.words}>
        <span>{label}</span>
        <span className={styles.figure}>{figureOf(percent / 100)}</span>
      </p>
      <Slider.Root
        min={0}
        max={100}
        value={percent}
        data-unknown={value === null}
        className={styles.slider}
        onValueChange={(value) => props.onChange(value / 100)}
        onValueCommitted={(value) => props.onCommit?.(value / 100)}
      >
        <Slider.Control className={styles.control}>
          <Slider.Track className={styles.track}>
            {value !== null && <Slider.Indicator className={styles.part} />}
            <Slider.Thumb
              className={styles.thumb}
              getAriaLabel={() => label}
              getAriaValueText={(_, moved) => figureOf(moved / 100)}
            />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
    </div>
  )
}
