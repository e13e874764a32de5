import { Sundial } from '#ui/Sundial.tsx'
import { Switch } from '#ui/Switch.tsx'
import styles from './SwitchRow.module.css'

/** A name with the switch for it. It stands as the hardware says; while a command is on its way a sundial says so. */
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
      {props.isWaiting && <Sundial />}
      <Switch
        label={props.label}
        checked={props.checked}
        disabled={props.disabled || props.isWaiting}
        onChange={props.onChange}
      />
    </div>
  )
}
