import type { Webhook } from '@senca/contract/webhooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { webhookFacts } from './webhook-facts.ts'
import styles from './webhooks.module.css'
import { EVENT_WORDS, webhooksApi } from './webhooks.ts'

type Opened = { kind: 'rotate' } | { kind: 'delete' } | { kind: 'made'; secret: string }

/** A webhook: its events, whether it is on, and what was sent to it. */
export function WebhookDetails({ webhook, onDeleted }: { webhook: Webhook; onDeleted: () => void }) {
  const { t } = useTranslation()
  const { id, bridge, url, events, enabled, problem } = webhook
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const toggle = useServerCall({ send: () => webhooksApi.update({ id, enabled: !enabled }) })
  const test = useServerCall({ send: () => webhooksApi.test(id) })
  const rotate = useServerCall({
    send: () => webhooksApi.rotate(id),
    onDone: ({ secret }) => setOpened({ kind: 'made', secret }),
  })
  const remove = useServerCall({
    send: () => webhooksApi.remove(id),
    onDone() {
      showMessage('success', t('webhooks.deleted'))
      onDeleted()
    },
  })
  return (
    <>
      <section className={styles.head}>
        <p className={styles.url}>{url}</p>
        <p className={styles.note}>
          {events.map((event) => t(`webhooks.event.${EVENT_WORDS[event]}`)).join(' · ')}
        </p>
        {problem === null ? (
          <Facts facts={webhookFacts(webhook, t)} />
        ) : (
          <p className={styles.problem}>{t(`webhooks.problem.${problem}`)}</p>
        )}
      </section>
      <div className={styles.actions}>
        <Button variant="primary" loading={test.isSending} onClick={() => test.send()}>
          {t('webhooks.test')}
        </Button>
        <ButtonLink to={`/apps/${bridge}/webhooks/${id}/edit`}>{t('webhooks.change')}</ButtonLink>
        <Button loading={toggle.isSending} onClick={() => toggle.send()}>
          {t(enabled ? 'webhooks.turnOff' : 'webhooks.turnOn')}
        </Button>
        <Button onClick={() => setOpened({ kind: 'rotate' })}>{t('webhooks.rotate')}</Button>
        <Button variant="quiet" onClick={() => setOpened({ kind: 'delete' })}>
          {t('webhooks.delete')}
        </Button>
      </div>
      <DeliveryList webhook={webhook} />
      {opened?.kind === 'rotate' && (
        <ConfirmDialog
          open
          title={t('webhooks.rotateTitle')}
          text={t('webhooks.rotateText')}
          cancelLabel={t('dialog.cancel')}
          confirmLabel={t('webhooks.rotate')}
          loading={rotate.isSending}
          onCancel={close}
          onConfirm={() => rotate.send()}
        />
      )}
      {opened?.kind === 'delete' && (
        <ConfirmDialog
          open
          title={t('webhooks.deleteTitle')}
          text={t('webhooks.deleteText')}
          cancelLabel={t('dialog.cancel')}
          confirmLabel={t('webhooks.delete')}
          danger
          loading={remove.isSending}
          onCancel={close}
          onConfirm={() => remove.send()}
        />
      )}
      {opened?.kind === 'made' && <KeyDialog secret={opened.secret} onClose={close} />}
    </>
  )
}
