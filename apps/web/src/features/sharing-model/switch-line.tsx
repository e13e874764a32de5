import { Switch } from '#ui/forms/switch.tsx'
import styles from './form.module.css'

export function SwitchLine(props: { label: string; checked: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <div className={styles.switchLine}>
      <span aria-hidden="true">{props.label}</span>
      <Switch {...props} />
    </div>
  )
}
