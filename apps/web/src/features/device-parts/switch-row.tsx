import { Spinner } from '#ui/feedback/spinner.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import styles from './switch-row.module.css'

/** A name with its switch. The switch shows the reported state; a spinner shows that a command is in flight. */
export function SwitchRow(props: {
  label: string
  /** Says what is on, if the switch controls several things. */
  words?: string
  isPartly?: boolean
  checked: boolean
  isWaiting: boolean
  disabled: boolean
  onChange: (isOn: boolean) => void
}) {
  return (
    <div className={styles.row}>
      <span className={styles.label} aria-hidden="true">
        <span>{props.label}</span>
        {props.words !== undefined && <span className={styles.words}>{props.words}</span>}
      </span>
      {props.isWaiting && <Spinner />}
      <Switch
        label={props.label}
        checked={props.checked}
        isPartly={props.isPartly}
        description={props.words}
        disabled={props.disabled || props.isWaiting}
        isCommand
        onChange={props.onChange}
      />
    </div>
  )
}
