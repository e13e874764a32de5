import { LIMITS } from '@senca/contract'
import type { Webhook, WebhookDelivery } from '@senca/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { fullMoment } from '#i18n/moments.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { RecordRow, Records } from '#ui/layout/record-row.tsx'
import styles from './webhooks.module.css'
import { deliveriesQuery, eventWord, outcomeOf, webhooksApi } from './webhooks.ts'

/** How many are on the page; the newest say what works. */
const SHOWN = 50

/** What was and is to be sent to a webhook. */
export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  return (
    <section className={styles.part}>
      <h2 className={styles.heading}>{t('webhooks.deliveries')}</h2>
      <Loaded query={useQuery(deliveriesQuery(webhook.id))} words={useLoadedWords()}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p className={styles.note}>
              {t('webhooks.noDeliveries', { days: LIMITS.WEBHOOK_DELIVERY_DAYS })}
            </p>
          ) : (
            <Records>
              {deliveries.slice(0, SHOWN).map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} webhook={webhook} />
              ))}
            </Records>
          )
        }
      </Loaded>
    </section>
  )
}

function DeliveryRow({ delivery, webhook }: { delivery: WebhookDelivery; webhook: Webhook }) {
  const { t } = useTranslation()
  const { id, event, at, attempts, status, nextAt, replayOf } = delivery
  const moment = (time: string) => fullMoment(new Date(time), pageTag())
  const replay = useServerCall({ send: () => webhooksApi.replay(webhook.id, id) })
  const outcome = outcomeOf(delivery)
  const name = t(`webhooks.event.${eventWord(event)}`)
  return (
    <RecordRow
      icon={outcome === 'delivered' ? 'check' : outcome === 'failed' ? 'alert' : 'clock'}
      name={name}
      actions={
        webhook.enabled && nextAt === null ? (
          <IconButton
            icon="again"
            label={t('webhooks.replayNamed', { name, when: moment(at) })}
            onClick={() => replay.send()}
          />
        ) : undefined
      }
    >
      <Facts
        facts={[
          moment(at),
          nextAt !== null && outcome === 'again'
            ? t('webhooks.outcome.again', { when: moment(nextAt) })
            : t(`webhooks.outcome.${outcome === 'again' ? 'sending' : outcome}`),
          attempts === 0 ? null : status === null ? t('webhooks.noAnswer') : t('webhooks.answer', { status }),
          attempts > 1 ? t('webhooks.attempts', { count: attempts }) : null,
          replayOf === undefined ? null : t('webhooks.repeated'),
        ]}
      />
    </RecordRow>
  )
}
