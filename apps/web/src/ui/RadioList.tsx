import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import styles from './RadioList.module.css'

/** One choice out of a few, for dialogs; `lang` marks a label in another language. */
export function RadioList<Value extends string>(props: {
  label: string
  value: Value
  options: readonly { value: Value; label: string; lang?: string }[]
  onChange: (value: Value) => void
}) {
  return (
    <RadioGroup
      className={styles.list}
      aria-label={props.label}
      value={props.value}
      onValueChange={(value: Value) => props.onChange(value)}
    >
      {props.options.map((option) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the radio inside is the control
        <label key={option.value} className={styles.option} lang={option.lang}>
          <span className={styles.words}>{option.label}</span>
          <Radio.Root value={option.value} className={styles.dot}>
            <Radio.Indicator className={styles.mark} />
          </Radio.Root>
        </label>
      ))}
    </RadioGroup>
  )
}
