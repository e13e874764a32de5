import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '#core/api/query-client.ts'
import { session, useAccount } from '#features/account-model/accounts.ts'
import { emailedLinksApi } from '#features/account-model/emailed-links.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { confirmQuery, exchangeQuery } from './exchange.queries.ts'
import { isAlreadyConfirmed, linkFailure } from './link-failure.ts'
import { LinkNote, LinkWait } from './link-notes.tsx'

/** Confirms the account of the link and shows the result. */
export function ConfirmAccount({ token }: { token: string }) {
  const { t } = useTranslation()
  const isLoggedIn = useAccount((account) => account.isLoggedIn)
  const exchange = useQuery(exchangeQuery(emailedLinksApi, 'confirm', token), queryClient)
  const confirmation = useQuery(confirmQuery(emailedLinksApi, token, exchange.data), queryClient)
  const failure = exchange.error ?? confirmation.error
  const wasConfirmed = isAlreadyConfirmed(failure)
  const isConfirmed = confirmation.data === true || wasConfirmed

  useEffect(() => {
    if (isConfirmed) void session.confirmed()
  }, [isConfirmed])

  if (failure === null && !isConfirmed) return <LinkWait words={t('link.checking')} />
  return (
    <>
      {isConfirmed ? (
        <LinkNote tone="success">
          {t(wasConfirmed ? 'errors.alreadyConfirmed' : 'confirmAccount.done')}
        </LinkNote>
      ) : (
        <LinkNote tone="error">{t(`errors.${linkFailure(failure)}`)}</LinkNote>
      )}
      <ButtonLink to={isLoggedIn ? '/home' : '/'} wide variant={isConfirmed ? 'primary' : 'secondary'}>
        {t(isLoggedIn ? 'confirmAccount.action' : 'login.submit')}
      </ButtonLink>
    </>
  )
}
