import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { mayMaintain } from '#features/device-model/rights.ts'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './shared-note.module.css'

/** Replaces the controls of a card if the person may not use them; says which other rights they have. */
export function SharedNote({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  if (!mayMaintain(device))
    return (
      <p className={styles.shared} data-shared="">
        {t('people.level.view')}
      </p>
    )
  return (
    <Link
      className={styles.shared}
      data-shared=""
      to={devicePath(device, 'settings')}
      state={deviceLinkState(device)}
    >
      <Icon name="sliders" size={20} />
      <span>{t('people.level.maintain')}</span>
    </Link>
  )
}
