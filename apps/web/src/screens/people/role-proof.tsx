import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import type { WantedProof } from '#features/people/use-role-change.ts'
import { ProofDialog } from '#features/security/proof-dialog.tsx'

/** Asks for the password of the signed-in account before others may unlock a door that requires a PIN or passkey. */
export function RoleProof(props: WantedProof & { devices: readonly DeviceInfo[]; confirmLabel: string }) {
  const { t } = useTranslation()
  const name = props.devices.find(({ id }) => id === props.deviceId)?.name ?? ''
  return (
    <ProofDialog
      title={t('roleForm.proof.title', { name })}
      text={t('roleForm.proof.text')}
      confirmLabel={props.confirmLabel}
      onCancel={props.onCancel}
      onProved={props.onProved}
    />
  )
}
