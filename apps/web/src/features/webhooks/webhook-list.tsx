import { LIMITS } from '@senca/contract'
import type { Webhook } from '@senca/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { AppLink } from '#ui/layout/app-link.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { RecordRow, Records } from '#ui/layout/record-row.tsx'
import { webhookFacts } from './webhook-facts.ts'
import styles from './webhooks.module.css'
import { webhooksQuery } from './webhooks.ts'

/** The webhooks of a connected app. */
export function WebhookList({ bridgeId }: { bridgeId: string }) {
  const { t } = useTranslation()
  return (
    <section className={styles.part}>
      <h2 className={styles.heading}>{t('webhooks.title')}</h2>
      <p className={styles.note}>{t('webhooks.intro')}</p>
      <Loaded query={useQuery(webhooksQuery)} words={useLoadedWords()}>
        {(all) => (
          <>
            <Records>
              {all
                .filter(({ bridge }) => bridge === bridgeId)
                .map((webhook) => (
                  <WebhookRow key={webhook.id} webhook={webhook} />
                ))}
            </Records>
            {all.length >= LIMITS.WEBHOOKS_PER_ACCOUNT ? (
              <p className={styles.note}>{t('webhooks.full', { limit: LIMITS.WEBHOOKS_PER_ACCOUNT })}</p>
            ) : (
              <ButtonLink icon="plus" to={`/apps/${bridgeId}/webhooks/new`}>
                {t('webhooks.new')}
              </ButtonLink>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  return (
    <RecordRow
      icon="outward"
      name={
        <AppLink className={styles.open} to={`/apps/${webhook.bridge}/webhooks/${webhook.id}`}>
          {webhook.url}
        </AppLink>
      }
    >
      <Facts facts={[t('webhooks.count', { count: webhook.events.length }), ...webhookFacts(webhook, t)]} />
    </RecordRow>
  )
}
