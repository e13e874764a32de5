import { Checkbox } from '@base-ui/react/checkbox'
import { type ReactNode, useId } from 'react'
import styles from './CheckList.module.css'
import { Icon } from './Icon.tsx'

/** Any number out of a list; `error` says by it what is wrong with what is ticked. */
export function CheckList<Value extends string>(props: {
  label: string
  chosen: readonly Value[]
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  error?: string | null
  onChange: (chosen: Value[]) => void
}) {
  const { chosen, options, error = null } = props
  const errorId = useId()
  const changed = (value: Value, isTicked: boolean): Value[] =>
    options.map((option) => option.value).filter((one) => (one === value ? isTicked : chosen.includes(one)))
  return (
    <fieldset
      className={styles.list}
      aria-label={props.label}
      aria-describedby={error === null ? undefined : errorId}
      data-invalid={error !== null}
    >
      {options.map(({ value, label, icon }) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
        <label key={value} className={styles.option}>
          {icon}
          <span className={styles.words}>{label}</span>
          <Checkbox.Root
            className={styles.box}
            checked={chosen.includes(value)}
            aria-invalid={error !== null || undefined}
            onCheckedChange={(isTicked) => props.onChange(changed(value, isTicked))}
          >
            <Checkbox.Indicator className={styles.mark}>
              <Icon name="check" size={18} />
            </Checkbox.Indicator>
          </Checkbox.Root>
        </label>
      ))}
      {error !== null && (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
