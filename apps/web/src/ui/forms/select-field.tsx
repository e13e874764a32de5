import { useId } from 'react'
import { Icon } from '../layout/icon.tsx'
import styles from './select-field.module.css'

/** A choice between many options, with the native list of the platform. `isLine`: the value stands at the end of the label's line. */
export function SelectField<Value extends string>(props: {
  label: string
  isLine?: boolean
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}) {
  const id = useId()
  return (
    <p className={props.isLine === true ? styles.line : undefined}>
      <label className={styles.label} htmlFor={id}>
        {props.label}
      </label>
      <span className={styles.box}>
        <select
          id={id}
          className={styles.select}
          value={props.value}
          onChange={({ target }) => {
            const chosen = props.options[target.selectedIndex]
            if (chosen !== undefined) props.onChange(chosen.value)
          }}
        >
          {props.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <Icon name="down" size={20} />
      </span>
    </p>
  )
}
