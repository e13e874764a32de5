import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '#core/api/query-client.ts'
import type { LinkPurpose } from '#features/account-model/emailed-links.api.ts'
import { emailedLinksApi } from '#features/account-model/emailed-links.ts'
import { exchangeQuery } from './exchange.queries.ts'
import { LinkNote, LinkWait } from './link-notes.tsx'

/**
 * Exchanges the token of a link and then renders its children. Shows a spinner before that, and an error if the link is invalid.
 */
export function LinkGate(props: {
  purpose: LinkPurpose
  token: string | null
  /** What the person can do if the link is expired or missing. */
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
