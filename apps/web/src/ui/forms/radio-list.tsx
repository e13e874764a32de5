import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { type ReactNode, useId } from 'react'
import styles from './radio-list.module.css'

/** `lang` is the language of the label if it differs from the page's. `icon` is decorative; `note` is shown at the end. */
export type RadioOption<Value extends string> = {
  value: Value
  label: string
  lang?: string
  icon?: ReactNode
  note?: string
}

/** A choice between a few options; `value` is null while nothing is chosen. `error` is what is wrong with the choice. */
export function RadioList<Value extends string>(props: {
  label: string
  value: Value | null
  options: readonly RadioOption<Value>[]
  error?: string | null
  onChange: (value: Value) => void
}) {
  const { error = null } = props
  const errorId = useId()
  return (
    <RadioGroup
      className={styles.list}
      aria-label={props.label}
      aria-describedby={error === null ? undefined : errorId}
      data-invalid={error === null ? undefined : true}
      value={props.value}
      onValueChange={(value) => {
        if (value !== null) props.onChange(value)
      }}
    >
      {props.options.map((option) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the radio inside is the control
        <label key={option.value} className={styles.option} lang={option.lang}>
          {option.icon}
          <span className={styles.words}>{option.label}</span>
          {option.note !== undefined && <span className={styles.note}>{option.note}</span>}
          <Radio.Root value={option.value} className={styles.dot}>
            <Radio.Indicator className={styles.mark} />
          </Radio.Root>
        </label>
      ))}
      {error !== null && (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </RadioGroup>
  )
}
