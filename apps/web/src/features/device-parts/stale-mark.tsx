import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/layout/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'

/** Marks the value beside it as last known: a clock icon, with a text for screen readers. */
export function StaleMark() {
  const { t } = useTranslation()
  return (
    <>
      <Icon name="clock" size={16} />
      <VisuallyHidden>{t('card.stale')}</VisuallyHidden>
    </>
  )
}
