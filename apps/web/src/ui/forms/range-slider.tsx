import { Slider } from '@base-ui/react/slider'
import styles from './range-slider.module.css'

/**
 * A slider with two thumbs for a range within 0..1, in whole percent. The thumbs cannot pass each other. `describe` returns a
 * value as text.
 */
export function RangeSlider(props: {
  /** The accessible names of the lower and the upper thumb. */
  labels: readonly [string, string]
  value: readonly [number, number]
  describe: (value: number) => string
  onChange: (value: [number, number]) => void
}) {
  const { labels, describe } = props
  return (
    <Slider.Root
      className={styles.slider}
      min={0}
      max={100}
      minStepsBetweenValues={1}
      value={props.value.map((share) => Math.round(share * 100))}
      onValueChange={(value) => {
        const [low = 0, high = 100] = value
        props.onChange([low / 100, high / 100])
      }}
    >
      <Slider.Control className={styles.control}>
        <Slider.Track className={styles.track}>
          <Slider.Indicator className={styles.part} />
          {labels.map((label, index) => (
            <Slider.Thumb
              key={label}
              index={index}
              className={styles.thumb}
              getAriaLabel={() => label}
              getAriaValueText={(_, value) => describe(value / 100)}
            />
          ))}
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  )
}
