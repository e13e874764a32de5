import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/layout/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'

/** What stands beside it was true when last heard: a clock for the eye, words for the ear; `isAlone` where nothing stands beside it, words for both. */
export function StaleMark({ isAlone = false }: { isAlone?: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <Icon name="clock" size={16} />
      {isAlone ? t('card.stale') : <VisuallyHidden>{t('card.stale')}</VisuallyHidden>}
    </>
  )
}
