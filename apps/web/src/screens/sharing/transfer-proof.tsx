import { ProofDialog } from '#features/security/proof-dialog.tsx'
import type { WantedTransferProof } from '#features/transfers/give-form.tsx'

/** Asks for the password of the signed-in account before a door that requires a PIN or passkey is transferred. */
export const transferProof = (wanted: WantedTransferProof) => <ProofDialog {...wanted} />
