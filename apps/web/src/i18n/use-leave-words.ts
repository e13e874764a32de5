import { useTranslation } from 'react-i18next'

/** The texts of `LeaveDialog`. */
export function useLeaveWords() {
  const { t } = useTranslation()
  return {
    title: t('dialog.unsaved'),
    text: t('dialog.unsavedText'),
    cancel: t('dialog.cancel'),
    save: t('dialog.save'),
    leave: t('dialog.leave'),
  }
}
