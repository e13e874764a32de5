import { useTranslation } from 'react-i18next'
import type { UnlockQuestionKeys } from '#features/device-parts/use-unlock-keys.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './door-panel.module.css'

/** The confirmation for keyboards, which replaces a button that must be held. Escape does the same as Cancel. */
export function UnlockQuestion({ keys }: { keys: UnlockQuestionKeys }) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape answers as the Cancel button does
    <div className={styles.question} onKeyDown={keys.onKeyDown}>
      <Button onClick={() => keys.answer(false)}>{t('card.keepLocked')}</Button>
      <Button variant="primary" isCommand autoFocus onClick={() => keys.answer(true)}>
        {t('card.unlock')}
      </Button>
    </div>
  )
}
