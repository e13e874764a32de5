import { useTranslation } from 'react-i18next'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

/** That sharing waits until the account is confirmed; what confirms it stands above the page. */
export function Unconfirmed() {
  const { t } = useTranslation()
  return <EmptyState title={t('links.unconfirmed.title')} text={t('links.unconfirmed.text')} />
}
