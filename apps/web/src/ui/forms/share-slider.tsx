import { Slider } from '@base-ui/react/slider'
import styles from './share-slider.module.css'

/**
 * A slider for a share 0..1 in whole percent, with its label and value. `onCommit` is called with the value when the thumb or the
 * key is released.
 */
export function ShareSlider(props: {
  label: string
  value: number
  describe: (value: number) => string
  /** The text that replaces the value, used when the slider shows several values. */
  figure?: string
  onChange: (value: number) => void
  onCommit?: (value: number) => void
}) {
  const { describe, label } = props
  const percent = Math.round(props.value * 100)
  return (
    <div>
      <p className={styles.words}>
        <span>{label}</span>
        <span className={styles.figure}>{props.figure ?? describe(percent / 100)}</span>
      </p>
      <Slider.Root
        min={0}
        max={100}
        value={percent}
        onValueChange={(value) => props.onChange(value / 100)}
        onValueCommitted={(value) => props.onCommit?.(value / 100)}
      >
        <Slider.Control className={styles.control}>
          <Slider.Track className={styles.track}>
            <Slider.Indicator className={styles.part} />
            <Slider.Thumb
              className={styles.thumb}
              getAriaLabel={() => label}
              getAriaValueText={(_, value) => describe(value / 100)}
            />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
    </div>
  )
}
