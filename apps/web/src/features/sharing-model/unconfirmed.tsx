import { useTranslation } from 'react-i18next'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

/** Says that sharing needs a confirmed account. The notice to confirm it is above the page. */
export function Unconfirmed() {
  const { t } = useTranslation()
  return <EmptyState title={t('links.unconfirmed.title')} text={t('links.unconfirmed.text')} />
}
