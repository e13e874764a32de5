import { useTranslation } from 'react-i18next'
import { pageConfig } from '#core/browser.ts'
import '#ui/layout/later-icons.ts'
import { List, ListRow } from '#ui/layout/list-row.tsx'
import { LanguageRow } from './language-row.tsx'
import { LazyThemeChoice } from './lazy-theme-choice.tsx'

/** The menu entries for a person who is not signed in: language, theme and help. */
export function HelpList() {
  const { t } = useTranslation()
  return (
    <List>
      <LanguageRow />
      <li>
        <LazyThemeChoice hasIcon />
      </li>
      <ListRow icon="support" href={pageConfig.supportUrl}>
        {t('menu.support')}
      </ListRow>
    </List>
  )
}
