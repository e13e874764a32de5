import type { Bridge } from '@senca/contract/bridges'
import { useTranslation } from 'react-i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { fullMoment } from '#i18n/moments.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import styles from './bridges.module.css'
import { rightsWords } from './bridges.ts'

/** What a connected app has and may do, and the key to change it. `devices` are the names of its devices in one line. */
export function BridgeSummary({ bridge, devices }: { bridge: Bridge; devices: string }) {
  const { t } = useTranslation()
  const { id, kind, state, validBefore } = bridge
  const end = validBefore === null ? null : fullMoment(new Date(validBefore), pageTag())
  return (
    <section className={styles.summary}>
      <p>{devices}</p>
      <p className={styles.means}>{rightsWords(bridge, t)}</p>
      <div className={styles.means}>
        <Facts
          facts={[
            t(`apps.kind.${kind}`),
            state === 'expired' ? t('apps.over') : end && t('apps.ends', { when: end }),
            state === 'paused' ? t('apps.paused') : null,
          ]}
        />
      </div>
      <ButtonLink to={`/apps/${id}/edit`}>{t('apps.change')}</ButtonLink>
    </section>
  )
}
