import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { ApiFailure } from '#core/api/failures.ts'
import { useAccount } from '#features/account-model/accounts.ts'
import { ConfirmNotice } from '#features/emailed-links/confirm-notice.tsx'
import { LinkNote, LinkWait } from '#features/emailed-links/link-notes.tsx'
import { AcceptForm } from '#features/transfers/accept-form.tsx'
import { offerQuery } from '#features/transfers/transfers.ts'
import { errorText } from '#i18n/error-text.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { focusPage } from '../focus-page.ts'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import { DeviceTransfer } from './device-transfer.tsx'
import { HomeTransfer } from './home-transfer.tsx'

/**
 * Transfers devices: accepts the offer of an e-mail link for the signed-in account, or offers one or all devices of the account.
 */
export default function TransferScreen() {
  const asked = new URLSearchParams(useLocation().search)
  const token = asked.get('token')
  if (token !== null) return <Accept token={token} />
  return asked.has('deviceId') ? <DeviceTransfer /> : <HomeTransfer />
}

function Accept({ token }: { token: string }) {
  const { t } = useTranslation()
  const isConfirmed = useAccount((account) => account.isConfirmed)
  usePageTitle(t('transfer.acceptTitle'))
  return (
    <>
      {!isConfirmed && <ConfirmNotice />}
      <SubPage title={t('transfer.acceptTitle')} backLabel={t('header.back')} onBack={useGoBack('/home')}>
        <Offer token={token} />
      </SubPage>
    </>
  )
}

function Offer({ token }: { token: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const email = useAccount((account) => account.email)
  const { data: offer, error, refetch } = useQuery({ ...offerQuery(token), enabled: token !== '' })
  if (error !== null || token === '') {
    const code = error instanceof ApiFailure ? error.error : null
    const words =
      token === '' || code === 'confirmation_invalid'
        ? t('transfer.over')
        : code === 'insufficient_permission'
          ? t('transfer.wrongAccount', { email })
          : errorText(error, t)
    return (
      <>
        <LinkNote tone="error">{words}</LinkNote>
        <ButtonLink to="/home">{t('transfer.toHome')}</ButtonLink>
      </>
    )
  }
  if (offer === undefined) return <LinkWait words={t('loaded.waiting')} />
  return (
    <AcceptForm
      token={token}
      offer={offer}
      onNameTaken={refetch}
      onAccepted={async () => {
        await navigate('/home', { replace: true })
        focusPage()
      }}
    />
  )
}
