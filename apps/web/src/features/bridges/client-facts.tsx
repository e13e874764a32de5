import type { BridgeClient } from '@senca/contract/bridges'
import { useTranslation } from 'react-i18next'
import styles from './consent.module.css'

/** What is known of a program that was let in, or asks for it: the name that it claims, its addresses in full, and what it asks for. */
export function ClientFacts({
  client: { name, host, redirectHost },
  wanted = [],
}: {
  client: BridgeClient
  wanted?: readonly string[]
}) {
  const { t } = useTranslation()
  const facts = [
    { label: t('apps.consent.name'), value: name ?? t('apps.consent.noName'), isAddress: false },
    { label: t('apps.consent.from'), value: host ?? t('apps.consent.unknown'), isAddress: host !== null },
    { label: t('apps.consent.to'), value: redirectHost, isAddress: true },
    ...(wanted.length === 0
      ? []
      : [{ label: t('apps.consent.wants'), value: wanted.join(' · '), isAddress: false }]),
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, isAddress }) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd data-address={isAddress} translate={isAddress ? 'no' : undefined}>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
