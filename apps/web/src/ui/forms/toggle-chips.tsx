import styles from './chips.module.css'

/** Any number of a few short things in a row of even width; each says its whole name to who listens. */
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
