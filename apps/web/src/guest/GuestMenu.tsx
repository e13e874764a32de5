import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#ui/IconButton.tsx'

const loadSheet = () => import('./MenuSheet.tsx')
const MenuSheet = lazy(async () => ({ default: (await loadSheet()).MenuSheet }))

/** The menu of a guest, opened in place; it is loaded when it is first wanted. */
export function GuestMenu() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon="menu"
        label={t('header.openMenu')}
        aria-haspopup="dialog"
        onPointerEnter={() => void loadSheet()}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <MenuSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
