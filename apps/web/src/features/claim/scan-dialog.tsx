import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import styles from './scan-dialog.module.css'
import { type CameraFault, startScan } from './scanner.ts'

/** The picture of the camera, which is scanned for the code of a label. */
export function ScanDialog({ onCode, onType }: { onCode: (code: string) => void; onType: () => void }) {
  const { t } = useTranslation()
  const [fault, setFault] = useState<CameraFault | null>(null)
  return (
    <Dialog
      open
      title={t('claim.scan')}
      text={fault === null ? t('claim.scanText') : undefined}
      onCancel={onType}
      actions={
        <Button variant={fault === null ? 'quiet' : 'primary'} onClick={onType}>
          {t('claim.scanType')}
        </Button>
      }
    >
      {fault === null ? (
        <Camera onCode={onCode} onFault={setFault} />
      ) : (
        <p className={styles.fault} role="alert">
          {t(`claim.${fault}`)}
        </p>
      )}
    </Dialog>
  )
}

function Camera(props: { onCode: (code: string) => void; onFault: (fault: CameraFault) => void }) {
  const { t } = useTranslation()
  const video = useRef<HTMLVideoElement>(null)
  const found = useRef(props)
  found.current = props
  useEffect(() => {
    if (video.current === null) return
    return startScan(video.current, {
      onCode: (code) => found.current.onCode(code),
      onFault: (fault) => found.current.onFault(fault),
    })
  }, [])
  return <video ref={video} className={styles.camera} aria-label={t('claim.scanText')} muted playsInline />
}
