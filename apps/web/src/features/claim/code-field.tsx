import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { lazyPart, PartFailure } from '#i18n/lazy-part.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { canScan } from './scanner.ts'

const ScanDialog = lazyPart(async () => (await import('./scan-dialog.tsx')).ScanDialog, {
  failed: ({ onType }) => <PartFailure onShown={onType} />,
})

/** A field for a claim code, with a button that reads it with the camera where the browser can. */
export function CodeField(props: {
  ref: RefObject<HTMLInputElement | null>
  label: string
  value: string
  error: string | null
  onChange: (code: string) => void
  /** Called after `onChange` if the camera has read the code. */
  onScanned?: () => void
}) {
  const { t } = useTranslation()
  const [isScanning, setScanning] = useState(false)
  return (
    <>
      <Field
        ref={props.ref}
        label={props.label}
        name="claim-code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        value={props.value}
        error={props.error}
        onChange={(event) => props.onChange(event.target.value)}
      />
      {canScan() && (
        <Button icon="camera" onClick={() => setScanning(true)}>
          {t('claim.scan')}
        </Button>
      )}
      {isScanning && (
        <ScanDialog
          onCode={(code) => {
            setScanning(false)
            showMessage('success', t('claim.scanned'))
            props.onChange(code)
            props.onScanned?.()
          }}
          onType={() => {
            setScanning(false)
            props.ref.current?.focus()
          }}
        />
      )}
    </>
  )
}
