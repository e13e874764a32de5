import type { Bridge } from '@senca/contract/bridges'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './matter-bridge.module.css'

/** Whether a Matter bridge or a bridge to Home Assistant is connected, and what is wrong with it. */
export function BridgeStatus({ bridge: { kind, connection, problem } }: { bridge: Bridge }) {
  const { t } = useTranslation()
  const isOn = connection === 'online'
  const isBad = problem !== null
  return (
    <section className={styles.section}>
      <p className={styles.state} data-on={isBad ? 'bad' : isOn ? 'true' : 'false'} role="status">
        {isBad && <Icon name="alert" />}
        {!isBad && isOn && <Icon name="check" />}
        <span className={styles.sentence}>
          {connection === 'waiting' && kind !== 'matter'
            ? t('apps.unused')
            : t(`apps.matter.connection.${connection}`)}
        </span>
      </p>
      {isBad && <p className={styles.note}>{t(`apps.problem.${problem}`)}</p>}
    </section>
  )
}
