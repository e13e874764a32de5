import type { Language } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/failures.ts'
import { queryClient } from '#core/query-client.ts'
import { session, useAccount } from '#features/account-model/accounts.ts'
import type { LinkPurpose } from '#features/account-model/emailed-links.api.ts'
import { emailedLinksApi } from '#features/account-model/emailed-links.ts'
import { currentLanguage } from '#i18n/language.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { exchangeQuery } from './exchange.queries.ts'
import { forgottenRefusal } from './forgotten-refusal.ts'
import { isAlreadyConfirmed } from './link-failure.ts'
import styles from './links.module.css'
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
  const { wait, start } = useConfirmationWait()
  const isWaiting = props.purpose === 'confirm' && wait > 0

  const mail = useServerCall({
    send: () => props.send(locale ?? currentLanguage()),
    onDone: (answer) => {
      if (props.purpose === 'confirm') start()
      setPrefix(answer.prefix ?? null)
      setMails((count) => count + 1)
      setCode('')
      setError(null)
    },
    onFailure: (failure) => {
      if (isAlreadyConfirmed(failure)) void session.confirmed()
      const refusal = forgottenRefusal(failure)
      return refusal === null ? undefined : t(refusal)
    },
  })
  const exchange = useServerCall({
    send: async (token: string) => {
      if (props.purpose === null) return
      // Once: each wrong code counts.
      const state = await emailedLinksApi.exchange(props.purpose, token)
      queryClient.setQueryData(exchangeQuery(emailedLinksApi, props.purpose, token).queryKey, state)
    },
    onDone: (_, token) => props.onToken(token),
    onFailure: (failure) => {
      if (!(failure instanceof ApiFailure) || failure.error !== 'confirmation_code_expired') return undefined
      setError(t('errors.codeInvalid'))
      return null
    },
  })
  const isBusy = mail.isSending || exchange.isSending

  if (prefix === null) {
    return (
      <Button
        wide
        variant="quiet"
        loading={isBusy}
        disabled={props.disabled || isWaiting}
        onClick={() => mail.send()}
      >
        {isWaiting ? t('mailedCode.wait', { seconds: wait }) : t('mailedCode.ask')}
      </Button>
    )
  }
  return (
    <form
      className={styles.code}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && code.length === DIGITS) exchange.send(`${prefix}${code}`)
      }}
    >
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
      <Button variant="quiet" wide loading={isBusy} disabled={isWaiting} onClick={() => mail.send()}>
        {isWaiting ? t('mailedCode.wait', { seconds: wait }) : t('mailedCode.again')}
      </Button>
    </form>
  )
}
