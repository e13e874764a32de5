import { useTranslation } from 'react-i18next'
import { EMPTY_WALL, WallCanvas } from '#light/wall/wall-canvas.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

/** How a home begins. */
export function EmptyHome() {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('home.empty.title')}
      text={t('home.empty.text')}
      art={<WallCanvas wall={EMPTY_WALL} />}
      action={
        <ButtonLink to="/claim" variant="primary" icon="plus">
          {t('home.addDevice')}
        </ButtonLink>
      }
    />
  )
}
