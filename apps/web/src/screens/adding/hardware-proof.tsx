import { useTranslation } from 'react-i18next'
import type { WantedHardwareProof } from '#features/found-hardware/use-add.ts'
import { ProofDialog } from '#features/security/proof-dialog.tsx'

/** Asks for the password of the signed-in account before a lock that was ever in a guarded door is used again. */
export function HardwareProof(props: WantedHardwareProof & { confirmLabel: string }) {
  const { t } = useTranslation()
  return <ProofDialog {...props} title={t('found.proof.title')} text={t('found.proof.text')} />
}
