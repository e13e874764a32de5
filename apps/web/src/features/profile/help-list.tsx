import { useTranslation } from 'react-i18next'
import { pageConfig } from '#core/browser.ts'
import { List, ListRow } from '#ui/layout/list-row.tsx'
import { LanguageRow } from './language-row.tsx'

/** The menu entries for everybody: language and help. */
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
