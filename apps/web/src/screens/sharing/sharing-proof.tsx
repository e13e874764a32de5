import { useTranslation } from 'react-i18next'
import { ProofDialog } from '#features/security/proof-dialog.tsx'
import type { WantedProof } from '#features/share-links/form/link-form.tsx'

/** Asks for the password of the signed-in account before a link can unlock a door without its PIN or passkey. */
export function SharingProof({ doorName, isNew, ...proof }: WantedProof) {
  const { t } = useTranslation()
  return (
    <ProofDialog
      {...proof}
      title={t('linkForm.proof.title', { name: doorName })}
      text={t('linkForm.proof.text')}
      confirmLabel={t(isNew ? 'linkForm.create' : 'linkForm.save')}
    />
  )
}
