import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/layout/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'

/** A clock for the eye, words for the ear: what stands beside it was true when last heard. */
export function StaleMark() {
  const { t } = useTranslation()
  return (
    <>
      <Icon name="clock" size={16} />
      <VisuallyHidden>{t('card.stale')}</VisuallyHidden>
    </>
  )
}
