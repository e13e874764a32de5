import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import styles from '../links.module.css'
import { useFreeze } from '../use-link-calls.ts'

/**
 * A banner that says that neither links nor roles work, with a button that resumes sharing after a confirmation. Renders nothing
 * while sharing works.
 */
export function FreezeBanner() {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { isFrozen, isBusy, freeze } = useFreeze(() => setAsking(false))
  // If sharing was resumed on another device, the confirmation is no longer needed.
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

/**
 * A switch that freezes all sharing after a confirmation, and resumes it without one. Renders nothing until the state is known.
 */
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
        onChange={(intent) => (intent ? setAsking(true) : freeze(false))}
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
