import type { Bridge } from '@senca/contract/bridges'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import styles from './matter-bridge.module.css'
import { matterBridgeApi } from './matter-bridge.ts'

/** Resets a Matter bridge, and shows before what is lost. */
export function MatterReset({ bridge: { id, name } }: { bridge: Bridge }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const reset = useServerCall({
    send: () => matterBridgeApi.reset(id),
    onDone() {
      showMessage('success', t('apps.matter.reset.done', { name }))
      setAsking(false)
    },
  })
  return (
    <section className={`${styles.section} ${styles.last}`}>
      <h2 className={styles.heading}>{t('apps.matter.reset.title')}</h2>
      <p className={styles.note}>{t('apps.matter.reset.text')}</p>
      <div>
        <Button variant="danger-text" onClick={() => setAsking(true)}>
          {t('apps.matter.reset.button')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          open
          danger
          title={t('apps.matter.reset.confirmTitle', { name })}
          text={t('apps.matter.reset.confirmText')}
          cancelLabel={t('dialog.cancel')}
          confirmLabel={t('apps.matter.reset.button')}
          loading={reset.isSending}
          onCancel={() => setAsking(false)}
          onConfirm={() => reset.send()}
        />
      )}
    </section>
  )
}
