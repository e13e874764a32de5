import type { DeviceInfo } from '@senca/contract'
import { upgradeFailureSchema } from '@senca/contract/hardware'
import { useTranslation } from 'react-i18next'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { fullMoment } from '#i18n/moments.ts'
import styles from './upgrades.module.css'

/** Why the last update of a device failed and what to do; renders nothing if it did not fail. */
export function UpgradeFailure({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  const { data: failure } = upgradeFailureSchema.safeParse(device.upgrade)
  if (failure === undefined) return null
  const when = fullMoment(new Date(failure.at), formatTag(currentLanguage()))
  return (
    <section className={styles.failure} role="status">
      <h2 className={styles.title}>{t('upgrade.failed')}</h2>
      <p className={styles.text}>{t(`upgrade.error.${failure.error}`)}</p>
      <p className={styles.step}>{t('upgrade.failedAt', { when })}</p>
    </section>
  )
}
