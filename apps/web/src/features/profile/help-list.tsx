import { useTranslation } from 'react-i18next'
import { pageConfig } from '#core/browser.ts'
import { List, ListRow } from '#ui/layout/list-row.tsx'
import { LanguageRow } from './language-row.tsx'

/** What everybody may do: choose the language, find help. */
export function HelpList() {
  const { t } = useTranslation()
  return (
    <List>
      <LanguageRow />
      <ListRow icon="support" href={pageConfig.supportUrl}>
        {t('menu.support')}
      </ListRow>
    </List>
  )
}
