import { Spinner } from '#ui/feedback/spinner.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import styles from './switch-row.module.css'

/** A name with the switch for it. It stands as the hardware says; while a command is on its way a spinner says so. */
export function SwitchRow(props: {
  label: string
  checked: boolean
  isWaiting: boolean
  disabled: boolean
  onChange: (isOn: boolean) => void
}) {
  return (
    <div className={styles.row}>
      <span className={styles.label} aria-hidden="true">
        {props.label}
      </span>
      {props.isWaiting && <Spinner />}
      <Switch
        label={props.label}
        checked={props.checked}
        disabled={props.disabled || props.isWaiting}
        onChange={props.onChange}
      />
    </div>
  )
}
