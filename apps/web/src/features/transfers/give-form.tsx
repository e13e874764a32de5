import type { DeviceInfo } from '@senca/contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { showMessage } from '#core/messages.ts'
import { errorText } from '#i18n/error-text.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Field } from '#ui/forms/field.tsx'
import styles from './transfers.module.css'
import { reloadTransfers, transfersApi } from './transfers.ts'

/** The texts of the password dialog. */
export interface WantedTransferProof {
  title: string
  text: string
  confirmLabel: string
  onCancel: () => void
  onProved: (password: string) => Promise<void>
}

const FAULTS = {
  account_not_found: 'noAccount',
  other_account_confirmation_required: 'notConfirmed',
  malformed_request: 'oneself',
} as const

const isFault = (error: string): error is keyof typeof FAULTS => Object.hasOwn(FAULTS, error)

/** The error of the e-mail field in a refusal; null if the refusal is about something else. */
const faultOf = (failure: unknown) =>
  failure instanceof ApiFailure && failure.key === 'email' && isFault(failure.error)
    ? FAULTS[failure.error]
    : null

/** Offers one or more devices to an e-mail address. First says what is transferred with them and what ends. */
export function GiveForm(props: {
  devices: readonly DeviceInfo[]
  /** Renders the password dialog if a door requires a PIN or passkey. */
  proof: (wanted: WantedTransferProof) => ReactNode
}) {
  const { devices } = props
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [fault, setFault] = useState<'needed' | (typeof FAULTS)[keyof typeof FAULTS] | null>(null)
  const isGuarded = devices.some(({ unlockBy }) => unlockBy === 'pin' || unlockBy === 'passkey')
  const [only] = devices
  const isOne = devices.length === 1

  const give = async (password?: string) => {
    const deviceIds = devices.map(({ id }) => id)
    const proof = password === undefined ? {} : { password }
    try {
      await transfersApi.offer({ deviceIds, email: email.trim(), ...proof })
    } catch (failure) {
      const found = faultOf(failure)
      if (found === null) throw failure
      setFault(found)
      setAsking(false)
      return
    }
    await reloadTransfers()
    setAsking(false)
    showMessage('success', t('transfer.sent', { email: email.trim() }))
    setEmail('')
  }
  const offer = useServerCall({ send: () => give(), onFailure: () => null })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() === '') return setFault('needed')
    offer.forgetFailure()
    setAsking(true)
  }
  const wanted = {
    title: t('transfer.confirm', { email: email.trim() }),
    text: isOne
      ? t('transfer.confirmOne', { name: only?.name ?? '' })
      : t('transfer.confirmAll', { count: devices.length }),
    confirmLabel: t('transfer.send'),
    onCancel: () => setAsking(false),
    onProved: give,
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <dl className={styles.what}>
        <dt>{t('transfer.along')}</dt>
        <dd>{t(isOne ? 'transfer.alongText' : 'transfer.alongAllText')}</dd>
        <dt>{t('transfer.ends')}</dt>
        <dd>{t(isOne ? 'transfer.endsText' : 'transfer.endsAllText')}</dd>
      </dl>
      <Field
        label={t('transfer.email')}
        hint={t('transfer.emailHint')}
        type="email"
        name="transfer-email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        error={fault === null ? null : t(`transfer.fault.${fault}`)}
        onChange={({ target }) => {
          setEmail(target.value)
          setFault(null)
        }}
      />
      <Button type="submit" variant="primary" wide>
        {t('transfer.send')}
      </Button>
      {isAsking && isGuarded && props.proof(wanted)}
      {!isGuarded && (
        <Dialog
          open={isAsking}
          title={wanted.title}
          text={wanted.text}
          onCancel={wanted.onCancel}
          actions={
            <>
              <Button variant="quiet" disabled={offer.isSending} onClick={wanted.onCancel}>
                {t('dialog.cancel')}
              </Button>
              <Button variant="primary" loading={offer.isSending} onClick={() => offer.send()}>
                {wanted.confirmLabel}
              </Button>
            </>
          }
        >
          {offer.failure !== null && (
            <p className={styles.error} role="alert">
              {errorText(offer.failure, t)}
            </p>
          )}
        </Dialog>
      )}
    </form>
  )
}
