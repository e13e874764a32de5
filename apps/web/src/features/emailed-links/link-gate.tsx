import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '#core/query-client.ts'
import type { LinkPurpose } from '#features/account-model/emailed-links.api.ts'
import { emailedLinksApi } from '#features/account-model/emailed-links.ts'
import { exchangeQuery } from './exchange.queries.ts'
import { LinkNote, LinkWait } from './link-notes.tsx'

/** What follows a link whose token was exchanged; before that its spinner, and what is wrong with it. */
export function LinkGate(props: {
  purpose: LinkPurpose
  token: string | null
  /** What to do about a link that has expired, or is not there. */
  afterExpiry?: ReactNode
  children: (token: string, state: string) => ReactNode
}) {
  const { t } = useTranslation()
  if (props.token === null) {
    return (
      <>
        <LinkNote tone="error">{t('errors.generic')}</LinkNote>
        {props.afterExpiry}
      </>
    )
  }
  return (
    <Exchange purpose={props.purpose} token={props.token} afterExpiry={props.afterExpiry}>
      {props.children}
    </Exchange>
  )
}

function Exchange({
  purpose,
  token,
  afterExpiry,
  children,
}: {
  purpose: LinkPurpose
  token: string
  afterExpiry: ReactNode
  children: (token: string, state: string) => ReactNode
}) {
  const { t } = useTranslation()
  const { data, isError } = useQuery(exchangeQuery(emailedLinksApi, purpose, token), queryClient)
  if (isError) {
    return (
      <>
        <LinkNote tone="error">{t('errors.linkExpired')}</LinkNote>
        {afterExpiry}
      </>
    )
  }
  if (data === undefined) return <LinkWait words={t('link.checking')} />
  return children(token, data)
}
