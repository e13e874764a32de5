import { canClose, canOpen, type DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/Icon.tsx'
import type { IconName } from '#ui/icon-paths.ts'
import styles from './ControlMenu.module.css'

/** Open, close, and the two places that a home keeps. */
export function ControlMenu(props: {
  device: DeviceInfo
  onOpen: () => void
  onClose: () => void
  onVentilate: () => void
  onFavourite: () => void
}) {
  const { t } = useTranslation()
  const { device } = props
  return (
    <ul className={styles.menu} aria-label={t('control.menu')}>
      <Entry icon="opened" disabled={!canOpen(device)} onClick={props.onOpen}>
        {t('control.open')}
      </Entry>
      <Entry icon="roller_shutter" disabled={!canClose(device)} onClick={props.onClose}>
        {t('control.close')}
      </Entry>
      <Entry icon="ventilation" onClick={props.onVentilate}>
        {t('control.ventilation')}
      </Entry>
      <Entry icon="star" onClick={props.onFavourite}>
        {t('control.favorite')}
      </Entry>
    </ul>
  )
}

/** While disabled it keeps its focus: a shade that arrives must not throw the reader out of the menu. */
function Entry(props: { icon: IconName; disabled?: boolean; onClick: () => void; children: string }) {
  const { disabled = false } = props
  return (
    <li className={styles.entry}>
      <button
        type="button"
        className={styles.key}
        aria-disabled={disabled || undefined}
        onClick={disabled ? undefined : props.onClick}
      >
        <Icon name={props.icon} />
        <span className={styles.word}>{props.children}</span>
      </button>
    </li>
  )
}
