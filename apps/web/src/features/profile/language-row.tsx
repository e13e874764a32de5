import { LANGUAGE_CODES, LANGUAGES, type Language } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { session } from '#features/account-model/accounts.ts'
import { chooseAndStoreLanguage, currentLanguage } from '#i18n/language.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { RadioList } from '#ui/forms/radio-list.tsx'
import { ListRow } from '#ui/layout/list-row.tsx'

const OPTIONS = LANGUAGE_CODES.map((code) => ({
  value: code,
  label: LANGUAGES[code].name,
  lang: LANGUAGES[code].tag,
}))

/** The current language, and the dialog that changes it. */
export function LanguageRow() {
  const { t } = useTranslation()
  const shown = currentLanguage()
  const [choice, setChoice] = useState<Language | null>(null)
  const save = useServerCall({
    send: async (language: Language) => {
      await chooseAndStoreLanguage(language)
      setChoice(null)
      await session.saveLocale(language)
    },
    onFailure: () => t('errors.generic'),
  })

  return (
    <>
      <ListRow icon="globe" value={LANGUAGES[shown].name} onClick={() => setChoice(shown)}>
        {t('menu.language')}
      </ListRow>
      <ConfirmDialog
        open={choice !== null}
        title={t('language.title')}
        cancelLabel={t('dialog.cancel')}
        confirmLabel={t('language.change')}
        loading={save.isSending}
        onCancel={() => setChoice(null)}
        onConfirm={() => choice !== null && save.send(choice)}
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
