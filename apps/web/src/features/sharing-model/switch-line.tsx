import { Switch } from '#ui/forms/switch.tsx'
import styles from './form.module.css'

/** A switch with its label beside it. */
export function SwitchLine(props: { label: string; checked: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <div className={styles.switchLine}>
      <span aria-hidden="true">{props.label}</span>
      <Switch {...props} />
    </div>
  )
}
