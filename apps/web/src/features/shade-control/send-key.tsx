import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { endOf, figureText, verbTo } from '#features/device-model/views/shade-view.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './send-key.module.css'

/**
 * The button that sends a shade to the ghost at 0..1. It lies over the floor, so that nothing in the panel moves when it appears.
 */
export function SendKey(props: {
  device: DeviceInfo
  ghost: number
  onPosition: (position: number) => void
}) {
  const { t } = useTranslation()
  const { device, ghost } = props
  const end = endOf(ghost)
  const label =
    end === null
      ? t('control.send', { figure: figureText(device, 'position', ghost, t) })
      : t(`control.${verbTo(device, end)}`)
  return (
    <div className={styles.send}>
      <Button variant="primary" isCommand onClick={() => props.onPosition(ghost)}>
        {label}
      </Button>
    </div>
  )
}
