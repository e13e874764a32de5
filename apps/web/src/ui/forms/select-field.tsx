import { useId } from 'react'
import { Icon } from '../layout/icon.tsx'
import styles from './select-field.module.css'

/** One choice out of many, in the list of the platform. */
export function SelectField(props: {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <p>
      <label className={styles.label} htmlFor={id}>
        {props.label}
      </label>
      <span className={styles.box}>
        <select
          id={id}
          className={styles.select}
          value={props.value}
          onChange={({ target }) => props.onChange(target.value)}
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
