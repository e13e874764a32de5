import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import styles from '../links.module.css'
import { useFreeze } from '../use-link-calls.ts'

/** Says across the page that neither links nor roles work, and resumes sharing after asking; nothing while they do. */
export function FreezeBanner() {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { isFrozen, isBusy, freeze } = useFreeze(() => setAsking(false))
  // What was asked is over where sharing was resumed on another device.
  useEffect(() => {
    if (isFrozen !== true) setAsking(false)
  }, [isFrozen])
  return (
    <>
      {isFrozen === true && (
        <Banner
          icon="pause"
          hatched
          action={
            <Button variant="quiet" onClick={() => setAsking(true)}>
              {t('freeze.lift')}
            </Button>
          }
        >
          {t('freeze.banner')}
        </Banner>
      )}
      <ConfirmDialog
        open={isAsking && isFrozen === true}
        title={t('freeze.liftAsk')}
        text={t('freeze.liftText')}
        cancelLabel={t('dialog.cancel')}
        confirmLabel={t('freeze.lift')}
        loading={isBusy}
        onCancel={() => setAsking(false)}
        onConfirm={() => freeze(false)}
      />
    </>
  )
}

/** Freezes all sharing after asking, and lifts that without; nothing until it is known how it stands. */
export function FreezeSwitch() {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { isFrozen, isBusy, freeze } = useFreeze(() => setAsking(false))
  if (isFrozen === undefined) return null
  return (
    <div className={styles.freeze}>
      <div className={styles.words}>
        <p aria-hidden="true">{t('freeze.title')}</p>
        <p>{t('freeze.text')}</p>
      </div>
      <Switch
        label={t('freeze.title')}
        checked={isFrozen}
        disabled={isBusy}
        onChange={(wish) => (wish ? setAsking(true) : freeze(false))}
      />
      <ConfirmDialog
        open={isAsking}
        danger
        title={t('freeze.ask')}
        text={t('freeze.askText')}
        cancelLabel={t('dialog.cancel')}
        confirmLabel={t('freeze.confirm')}
        loading={isBusy}
        onCancel={() => setAsking(false)}
        onConfirm={() => freeze(true)}
      />
    </div>
  )
}
