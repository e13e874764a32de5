import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { AssignForm } from '#features/found-hardware/assign-form.tsx'
import { HardwareProof } from '../adding/hardware-proof.tsx'

/** Gives a device of another maker other hardware. */
export function ReplaceHardware(props: { device: DeviceInfo; onReplaced: (device: DeviceInfo) => void }) {
  const { t } = useTranslation()
  return (
    <AssignForm
      device={props.device}
      proofFor={(wanted) => <HardwareProof {...wanted} confirmLabel={t('found.replace.submit')} />}
      onAssigned={(fresh) => {
        showMessage('success', t('found.replace.done', { name: fresh.name }))
        props.onReplaced(fresh)
      }}
    />
  )
}
