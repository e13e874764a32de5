import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { secondStepRefusal } from '#features/account-model/second-step-rules.ts'
import { Field } from '#ui/forms/field.tsx'
import { AuthenticatorDialog } from './authenticator-dialog.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { RecoveryDialog } from './recovery-dialog.tsx'
import { securityApi } from './security.api.ts'
import { afterAdding, isPasskeyName, type TwoStepDialog } from './two-step-state.ts'

interface Steps {
  onOpen: (dialog: TwoStepDialog) => void
  /** Called when the account's second factors have changed, with the dialog to show next. */
  onChanged: (next: TwoStepDialog | null) => void
  onCancel: () => void
}

/** The dialogs of the two-step screen; only one is open at a time. */
export function TwoStepDialogs({ dialog, ...steps }: Steps & { dialog: TwoStepDialog | null }) {
  const { t } = useTranslation()
  const { onOpen, onChanged, onCancel } = steps
  switch (dialog?.kind) {
    case undefined:
      return null
    case 'addTotp':
      return (
        <ProofDialog
          title={t('twoStep.addApp')}
          confirmLabel={t('twoStep.next')}
          onCancel={onCancel}
          onProved={async (password) => onOpen({ kind: 'scan', ...(await securityApi.startTotp(password)) })}
        />
      )
    case 'scan':
      return (
        <AuthenticatorDialog
          secret={dialog.secret}
          uri={dialog.uri}
          onCancel={onCancel}
          onAdded={(codes) => onChanged(afterAdding(codes))}
        />
      )
    case 'removeTotp':
      return (
        <ProofDialog
          danger
          title={t('twoStep.removeAppQuestion')}
          text={t('twoStep.removeText')}
          confirmLabel={t('twoStep.remove')}
          onCancel={onCancel}
          onProved={async (password) => {
            await securityApi.removeTotp(password)
            onChanged(null)
          }}
        />
      )
    case 'addPasskey':
      return <AddPasskeyDialog {...steps} />
    case 'removePasskey':
      return (
        <ProofDialog
          danger
          title={t('twoStep.removePasskeyQuestion', { name: dialog.name })}
          text={t('twoStep.removeText')}
          confirmLabel={t('twoStep.remove')}
          onCancel={onCancel}
          onProved={async (password) => {
            await securityApi.removePasskey(dialog.id, password)
            onChanged(null)
          }}
        />
      )
    case 'renew':
      return (
        <ProofDialog
          title={t('twoStep.renewQuestion')}
          text={t('twoStep.renewText')}
          confirmLabel={t('twoStep.renew')}
          onCancel={onCancel}
          onProved={async (password) =>
            onChanged({ kind: 'codes', codes: await securityApi.renewRecoveryCodes(password) })
          }
        />
      )
    case 'codes':
      return <RecoveryDialog codes={dialog.codes} onClose={onCancel} />
  }
}

function AddPasskeyDialog({ onChanged, onCancel }: Steps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')

  const add = async (password: string) => {
    const options = await securityApi.startPasskey(password)
    let credential: unknown
    const passkeys = await import('#core/passkey.ts').catch(() => null)
    try {
      if (passkeys === null) throw new Error('The module did not load')
      credential = await passkeys.makePasskey(options)
    } catch (failure) {
      const host = passkeys?.rightHost(failure) ?? null
      return showMessage(
        'error',
        host === null
          ? t('twoStep.passkeyNotMade')
          : t('errors.passkeyElsewhere', { address: `https://${host}` }),
      )
    }
    try {
      onChanged(afterAdding(await securityApi.addPasskey(name.trim(), credential)))
    } catch (failure) {
      const isUnusable = secondStepRefusal(failure) === 'wrongPasskey'
      if (!isUnusable) throw failure
      showMessage('error', t('twoStep.passkeyNotMade'))
    }
  }

  return (
    <ProofDialog
      title={t('twoStep.addPasskey')}
      text={t('twoStep.passkeyProof')}
      confirmLabel={t('twoStep.createPasskey')}
      isReady={isPasskeyName(name)}
      onCancel={onCancel}
      onProved={add}
    >
      <Field
        label={t('twoStep.passkeyName')}
        name="passkey-name"
        autoComplete="off"
        hint={t('twoStep.passkeyNameHint')}
        maxLength={40}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </ProofDialog>
  )
}
