import { Checkbox } from '@base-ui/react/checkbox'
import { type ReactNode, useId } from 'react'
import { Icon } from '../layout/icon.tsx'
import styles from './check-list.module.css'

/**
 * A list of checkboxes. `all` is the label of the checkbox that checks all of them; a `note` is shown below a label. It says why an
 * option is `disabled`. `error` is
 * the error of the choice, or an empty string if another element shows the error text.
 */
export function CheckList<Value extends string>(props: {
  label: string
  chosen: readonly Value[]
  options: readonly { value: Value; label: string; icon?: ReactNode; note?: ReactNode; disabled?: boolean }[]
  all?: string
  error?: string | null
  onChange: (chosen: Value[]) => void
}) {
  const { chosen, options, all, error = null } = props
  const errorId = useId()
  const changed = (value: Value, isTicked: boolean): Value[] =>
    options.map((option) => option.value).filter((one) => (one === value ? isTicked : chosen.includes(one)))
  const ticked = options.filter(({ value }) => chosen.includes(value)).length
  const isSpoken = error !== null && error !== ''
  return (
    <fieldset
      className={styles.list}
      aria-label={props.label}
      aria-describedby={isSpoken ? errorId : undefined}
      data-invalid={error !== null}
    >
      {all !== undefined && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
        <label className={styles.option} data-all="true">
          <span className={styles.words}>{all}</span>
          <Box
            isTicked={ticked === options.length}
            isPartly={ticked > 0 && ticked < options.length}
            isInvalid={error !== null}
            onChange={(isTicked) => props.onChange(isTicked ? options.map(({ value }) => value) : [])}
          />
        </label>
      )}
      {options.map(({ value, label, icon, note, disabled = false }) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
        <label key={value} className={styles.option} data-disabled={disabled}>
          {icon}
          <span className={styles.words}>
            <span>{label}</span>
            {note}
          </span>
          <Box
            isTicked={chosen.includes(value)}
            isDisabled={disabled}
            isInvalid={error !== null}
            onChange={(isTicked) => props.onChange(changed(value, isTicked))}
          />
        </label>
      ))}
      {isSpoken && (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function Box(props: {
  isTicked: boolean
  isPartly?: boolean
  isDisabled?: boolean
  isInvalid: boolean
  onChange: (isTicked: boolean) => void
}) {
  const { isPartly = false } = props
  return (
    <Checkbox.Root
      className={styles.box}
      checked={props.isTicked}
      indeterminate={isPartly}
      disabled={props.isDisabled ?? false}
      aria-invalid={props.isInvalid || undefined}
      onCheckedChange={props.onChange}
    >
      <Checkbox.Indicator className={styles.mark}>
        {isPartly ? <span className={styles.dash} /> : <Icon name="check" size={18} />}
      </Checkbox.Indicator>
    </Checkbox.Root>
  )
}
