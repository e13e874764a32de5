import { STORE_NAMES, type Subscription } from '@senca/contract/billing'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { List, ListRow } from '#ui/layout/list-row.tsx'
import { paymentText } from './payment-text.ts'
import { sentence } from './sentence.ts'
import styles from './subscription.module.css'
import { cancelSubscription, openPortal, restoreSubscription, resumeSubscription } from './subscription.ts'
import { dayText } from './subscription-facts.tsx'

/** The actions of a subscription: cancel (with a confirmation), undo the cancellation, show invoices, restore a purchase. */
export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const onFailure = (failure: Error) => paymentText(failure, t)
  const { status, provider, isCanceled, accessUntil, manageUrl, canChoosePlan } = subscription
  const day = accessUntil === null ? '' : dayText(accessUntil)
  const cancel = useServerCall({
    send: cancelSubscription,
    onDone: () => {
      setAsked(false)
      showMessage('success', sentence(t('subscription.canceled', { day })))
    },
    onFailure: (failure) => {
      setAsked(false)
      return onFailure(failure)
    },
  })
  const resume = useServerCall({
    send: resumeSubscription,
    onDone: () => showMessage('success', t('subscription.resumed')),
    onFailure,
  })
  const portal = useServerCall({ send: openPortal, onDone: ({ url }) => location.assign(url), onFailure })
  const restore = useServerCall({
    send: restoreSubscription,
    onDone: () => showMessage('success', t('subscription.restored')),
    onFailure,
  })
  const isOnWeb = provider === 'web'
  const isLive = status === 'paid' || status === 'unpaid' || status === 'canceled'
  return (
    <div className={styles.actions}>
      {isLive && isOnWeb && isCanceled && (
        <Button variant="primary" loading={resume.isSending} onClick={() => resume.send()}>
          {t('subscription.resume')}
        </Button>
      )}
      {isOnWeb && (
        <Button
          variant={status === 'unpaid' ? 'primary' : 'secondary'}
          loading={portal.isSending || portal.isDone}
          onClick={() => portal.send()}
        >
          {t(status === 'unpaid' ? 'subscription.updatePayment' : 'subscription.invoices')}
        </Button>
      )}
      {isLive && manageUrl !== undefined && provider !== null && provider !== 'web' && (
        <div className={styles.store}>
          <p className={styles.note}>{t('subscription.inStore', { store: STORE_NAMES[provider] })}</p>
          <List>
            <ListRow icon="star" href={manageUrl}>
              {t('subscription.manage', { store: STORE_NAMES[provider] })}
            </ListRow>
          </List>
        </div>
      )}
      {isLive && isOnWeb && !isCanceled && (
        <div className={styles.flush}>
          <Button variant="danger-text" onClick={() => setAsked(true)}>
            {t('subscription.cancel')}
          </Button>
        </div>
      )}
      {canChoosePlan && (
        <div className={styles.flush}>
          <Button variant="quiet" loading={restore.isSending} onClick={() => restore.send()}>
            {t('subscription.restore')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isAsked}
        title={t('subscription.askCancel')}
        text={sentence(t('subscription.askCancelText', { day }))}
        cancelLabel={t('subscription.keep')}
        confirmLabel={t('subscription.cancel')}
        danger
        loading={cancel.isSending}
        onCancel={() => setAsked(false)}
        onConfirm={() => cancel.send()}
      />
    </div>
  )
}
