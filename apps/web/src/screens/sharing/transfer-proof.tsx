import { ProofDialog } from '#features/security/proof-dialog.tsx'
import type { WantedTransferProof } from '#features/transfers/give-form.tsx'

/** Asks who is signed in for the password before a door that asks for a PIN or passkey is given away. */
export const transferProof = (wanted: WantedTransferProof) => <ProofDialog {...wanted} />
