import type { Language } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useAccount } from '#features/account-model/accounts.ts'
import type { LinkPurpose } from '#features/account-model/emailed-links.api.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { LinkNote } from './link-notes.tsx'
import { MailedCode } from './mailed-code.tsx'

/** Shown on the page of an e-mailed link without a valid link: the error, and how to continue. */
export function WayOn(props: {
  /** Left out for a person who came to enter a code. */
  error?: string | undefined
  purpose: LinkPurpose | null
  send: (language: Language) => Promise<{ prefix?: string | undefined }>
  refused?: string | null
  onToken: (token: string) => void
}) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const isLoggedIn = useAccount((account) => account.isLoggedIn)
  return (
    <>
      {props.error !== undefined && <LinkNote tone="error">{props.error}</LinkNote>}
      {isLoggedIn ? (
        <>
          <MailedCode
            purpose={props.purpose}
            send={props.send}
            refused={props.refused ?? null}
            onToken={props.onToken}
          />
          <ButtonLink to="/menu" wide>
            {t('link.toMenu')}
          </ButtonLink>
        </>
      ) : (
        <ButtonLink to="/" state={{ from: pathname + search }} wide>
          {t('login.submit')}
        </ButtonLink>
      )}
    </>
  )
}
