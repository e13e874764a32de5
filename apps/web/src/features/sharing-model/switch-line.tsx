import { Switch } from '#ui/forms/switch.tsx'
import styles from './form.module.css'

/** A switch on a line of its own. `name` is what screen readers say where the label is clear to the eye alone. */
export function SwitchLine(props: {
  label: string
  name?: string
  checked: boolean
  onChange: (isOn: boolean) => void
}) {
  const { label, name = label, checked, onChange } = props
  return (
    <div className={styles.switchLine}>
      <span aria-hidden="true">{label}</span>
      <Switch label={name} checked={checked} onChange={onChange} />
    </div>
  )
}
