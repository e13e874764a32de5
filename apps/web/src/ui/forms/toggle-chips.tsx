import styles from './chips.module.css'

/**
 * A multiple choice between a few short options in a row of equal widths. Screen readers read the full name of each option.
 */
export function ToggleChips<Value extends string | number>(props: {
  label: string
  chosen: readonly Value[]
  options: readonly { value: Value; label: string; name: string }[]
  invalid?: boolean
  onChange: (chosen: Value[]) => void
}) {
  const { chosen, options, invalid = false } = props
  const toggled = (value: Value): Value[] =>
    options
      .map((option) => option.value)
      .filter((one) => (one === value ? !chosen.includes(one) : chosen.includes(one)))
  return (
    <fieldset className={styles.chips} aria-label={props.label} data-even="true" data-invalid={invalid}>
      {options.map(({ value, label, name }) => (
        <button
          key={value}
          type="button"
          className={styles.chip}
          aria-label={name}
          aria-pressed={chosen.includes(value)}
          onClick={() => props.onChange(toggled(value))}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
