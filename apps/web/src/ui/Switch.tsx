import { Switch as BaseSwitch } from '@base-ui/react/switch'
import styles from './Switch.module.css'

/** A sliding pane of light. */
export function Switch(props: {
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <BaseSwitch.Root
      nativeButton
      render={<button type="button" />}
      className={styles.switch}
      checked={props.checked}
      disabled={props.disabled ?? false}
      onCheckedChange={props.onChange}
      aria-label={props.label}
    >
      <BaseSwitch.Thumb className={styles.pane} />
    </BaseSwitch.Root>
  )
}
