import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/layout/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'

/**
 * Marks the value beside it as last known: a clock icon, with a text for screen readers. With `isAlone` no value stands beside
 * it, and the text is visible.
 */
export function StaleMark({ isAlone = false }: { isAlone?: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <Icon name="clock" size={16} />
      {isAlone ? <span>{t('card.stale')}</span> : <VisuallyHidden>{t('card.stale')}</VisuallyHidden>}
    </>
  )
}
