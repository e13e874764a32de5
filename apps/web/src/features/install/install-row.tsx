import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListRow } from '#ui/layout/list-row.tsx'
import { useInstallWay } from './install.ts'
import { InstallSteps } from './install-steps.tsx'

/** The row of the menu that installs the app; nothing where browsers cannot. */
export function InstallRow() {
  const { t } = useTranslation()
  const way = useInstallWay()
  const [isOpen, setOpen] = useState(false)
  if (way === null) return null
  return (
    <>
      <ListRow icon="screens" onClick={() => setOpen(true)}>
        {t('install.title')}
      </ListRow>
      {isOpen && <InstallSteps way={way} onClose={() => setOpen(false)} />}
    </>
  )
}
