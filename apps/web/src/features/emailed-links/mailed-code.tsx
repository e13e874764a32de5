import type { Language } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { queryClient } from '#core/api/query-client.ts'
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

/**
 * Requests a code by e-mail and reads it from a field, for people who open the e-mail on another device. `onToken` gets the valid
 * token.
 */
export function MailedCode(props: {
  /** Null if no exchange is needed: the code is then checked when it is used. */
  purpose: LinkPurpose | null
  send: (language: Language) => Promise<{ prefix?: string | undefined }>
  disabled?: boolean
  /** A token that was refused when it was used; the person can correct its code here. */
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
      // Exchanged only once, because each wrong code counts.
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
        // The field is mounted again for each e-mail, so that it gets the focus and screen readers read its description.
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
