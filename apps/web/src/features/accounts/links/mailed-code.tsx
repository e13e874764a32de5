import type { Language } from '@senca/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/failures.ts'
import { hideMessage, showMessage } from '#core/messages.ts'
import { queryClient } from '#core/query-client.ts'
import { errorText } from '#i18n/error-text.ts'
import { currentLanguage } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { session, useAccount } from '../accounts.ts'
import { exchangeQuery } from './exchange.queries.ts'
import { forgottenRefusal } from './forgotten-refusal.ts'
import { isAlreadyConfirmed } from './link-failure.ts'
import type { LinkPurpose } from './links.api.ts'
import styles from './links.module.css'
import { linksApi } from './links.ts'
import { useConfirmationWait } from './use-confirmation-wait.ts'

const DIGITS = 6

/** Asks for a code by mail and takes it, for who reads the mail on another device; `onToken` gets the good token. */
export function MailedCode(props: {
  /** Null where nothing is exchanged: the code is judged with what it is for. */
  purpose: LinkPurpose | null
  send: (language: Language) => Promise<{ prefix?: string | undefined }>
  disabled?: boolean
  /** A token that was refused where it was used; its code is then corrected here. */
  refused?: string | null
  onToken: (token: string) => void
}) {
  const { t } = useTranslation()
  const locale = useAccount((account) => account.locale)
  const { refused = null } = props
  const [prefix, setPrefix] = useState(refused?.slice(0, -DIGITS) ?? null)
  const [code, setCode] = useState(refused?.slice(-DIGITS) ?? '')
  const [error, setError] = useState(refused === null ? null : t('errors.codeInvalid'))
  const [mails, setMails] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const { wait, start } = useConfirmationWait()
  const isWaiting = props.purpose === 'confirm' && wait > 0

  const ask = async () => {
    hideMessage()
    setBusy(true)
    try {
      const answer = await props.send(locale ?? currentLanguage())
      if (props.purpose === 'confirm') start()
      setPrefix(answer.prefix ?? null)
      setMails((count) => count + 1)
      setCode('')
      setError(null)
    } catch (failure) {
      if (isAlreadyConfirmed(failure)) void session.confirmed()
      const refusal = forgottenRefusal(failure)
      showMessage('error', refusal === null ? errorText(failure, t) : t(refusal))
    }
    setBusy(false)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || prefix === null || code.length < DIGITS) return
    const token = `${prefix}${code}`
    setBusy(true)
    try {
      if (props.purpose !== null) {
        // Once: each wrong code counts.
        const state = await linksApi.exchange(props.purpose, token)
        queryClient.setQueryData(exchangeQuery(linksApi, props.purpose, token).queryKey, state)
      }
      props.onToken(token)
    } catch (failure) {
      const isWrong = failure instanceof ApiFailure && failure.error === 'confirmation_code_expired'
      if (isWrong) setError(t('errors.codeInvalid'))
      else showMessage('error', errorText(failure, t))
    }
    setBusy(false)
  }

  if (prefix === null) {
    return (
      <Button wide variant="quiet" loading={isBusy} disabled={props.disabled || isWaiting} onClick={ask}>
        {isWaiting ? t('mailedCode.wait', { seconds: wait }) : t('mailedCode.ask')}
      </Button>
    )
  }
  return (
    <form className={styles.code} onSubmit={submit} noValidate>
      <Field
        // Each mail gives the focus to a field that is described by it.
        key={mails}
        autoFocus
        hint={t('mailedCode.sent')}
        label={t('mailedCode.label')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={error}
        onChange={(event) => {
          setCode(event.target.value.replaceAll(/\D/g, '').slice(0, DIGITS))
          setError(null)
        }}
      />
      <Button type="submit" variant="primary" wide loading={isBusy} disabled={code.length < DIGITS}>
        {t('mailedCode.submit')}
      </Button>
      <Button variant="quiet" wide loading={isBusy} disabled={isWaiting} onClick={ask}>
        {isWaiting ? t('mailedCode.wait', { seconds: wait }) : t('mailedCode.again')}
      </Button>
    </form>
  )
}
