import { LANGUAGE_CODES, LANGUAGES, type Language } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { chooseAndStoreLanguage, currentLanguage } from '#i18n/language.ts'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { RadioList } from '#ui/forms/radio-list.tsx'
import { ListRow } from '#ui/layout/list-row.tsx'
import { session } from './accounts.ts'

const OPTIONS = LANGUAGE_CODES.map((code) => ({
  value: code,
  label: LANGUAGES[code].name,
  lang: LANGUAGES[code].tag,
}))

/** The language that is shown, and the dialog that changes it. */
export function LanguageRow() {
  const { t } = useTranslation()
  const shown = currentLanguage()
  const [choice, setChoice] = useState<Language | null>(null)
  const [isSaving, setSaving] = useState(false)

  const confirm = async () => {
    if (choice === null) return
    setSaving(true)
    try {
      await chooseAndStoreLanguage(choice)
      setChoice(null)
      await session.saveLocale(choice)
    } catch {
      showMessage('error', t('errors.generic'))
    } finally {
      setSaving(false)
    }
  }

  return (
    <>
      <ListRow icon="globe" value={LANGUAGES[shown].name} onClick={() => setChoice(shown)}>
        {t('menu.language')}
      </ListRow>
      <ConfirmDialog
        open={choice !== null}
        title={t('language.title')}
        cancelLabel={t('dialog.cancel')}
        confirmLabel={t('dialog.confirm')}
        loading={isSaving}
        onCancel={() => setChoice(null)}
        onConfirm={confirm}
      >
        <RadioList
          label={t('language.title')}
          value={choice ?? shown}
          options={OPTIONS}
          onChange={setChoice}
        />
      </ConfirmDialog>
    </>
  )
}
