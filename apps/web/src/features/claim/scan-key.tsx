import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { lazyPart, PartFailure } from '#i18n/lazy-part.tsx'
import { Button } from '#ui/controls/button.tsx'
import { canScan } from './scanner.ts'

const ScanDialog = lazyPart(async () => (await import('./scan-dialog.tsx')).ScanDialog, {
  failed: ({ onType }) => <PartFailure onShown={onType} />,
})

/**
 * A button that reads a claim code with the camera. Renders nothing if the browser cannot scan, because the code can also be
 * typed.
 */
export function ScanKey(props: { onCode: (code: string) => void; onType: () => void }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  if (!canScan()) return null
  return (
    <>
      <Button icon="camera" onClick={() => setOpen(true)}>
        {t('claim.scan')}
      </Button>
      {isOpen && (
        <ScanDialog
          onCode={(code) => {
            setOpen(false)
            showMessage('success', t('claim.scanned'))
            props.onCode(code)
          }}
          onType={() => {
            setOpen(false)
            props.onType()
          }}
        />
      )}
    </>
  )
}
