import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

/** Says that what a page was opened for is not there any more, with the way back to the list. */
export function MissingPart(props: { title: string; text: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <div role="alert">
      <EmptyState
        {...props}
        action={
          <Button onClick={() => navigate('/access', { replace: true })}>{t('accountMenu.access')}</Button>
        }
      />
    </div>
  )
}
