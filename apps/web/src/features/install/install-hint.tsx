import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { closeInstallHint, useInstallWay } from './install.ts'
import { InstallSteps } from './install-steps.tsx'

/** A line on the home that offers to install the app, from the second day of use. */
export function InstallHint() {
  const { t } = useTranslation()
  const way = useInstallWay()
  const [isOpen, setOpen] = useState(false)
  if (way === null || way === 'http') return null
  return (
    <>
      <Banner
        icon="plus"
        action={
          <span>
            <Button variant="quiet" onClick={() => setOpen(true)}>
              {t('install.action')}
            </Button>
            <IconButton icon="close" label={t('install.later')} onClick={closeInstallHint} />
          </span>
        }
      >
        {t('install.hint')}
      </Banner>
      {isOpen && <InstallSteps way={way} onClose={() => setOpen(false)} />}
    </>
  )
}
