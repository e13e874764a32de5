import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import styles from './chips.module.css'

/** A choice between a few short options, side by side. The arrow keys move between them. */
export function ChoiceChips<Value extends string>(props: {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}) {
  return (
    <RadioGroup
      className={styles.chips}
      aria-label={props.label}
      value={props.value}
      onValueChange={(value: Value) => props.onChange(value)}
    >
      {props.options.map(({ value, label }) => (
        <Radio.Root
          key={value}
          value={value}
          nativeButton
          render={<button type="button" />}
          className={styles.chip}
        >
          {label}
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}
