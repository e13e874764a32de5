import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { usePartFailure } from '#i18n/use-part-failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { createPart, usePart } from '#ui/feedback/part.ts'
import { canScan } from './scanner.ts'

const scanDialog = createPart(async () => (await import('./scan-dialog.tsx')).ScanDialog)

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
        <LoadedScan
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

function LoadedScan(props: { onCode: (code: string) => void; onType: () => void }) {
  const { data: ScanDialog, error } = usePart(scanDialog)
  usePartFailure(error, props.onType)
  return ScanDialog && <ScanDialog {...props} />
}
