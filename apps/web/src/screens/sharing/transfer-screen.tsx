import type { DeviceInfo } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { ApiFailure } from '#core/api/failures.ts'
import { useAccount } from '#features/account-model/accounts.ts'
import { devicePath } from '#features/device-model/device-paths.ts'
import { isOwn } from '#features/device-model/rights.ts'
import { ConfirmNotice } from '#features/emailed-links/confirm-notice.tsx'
import { LinkNote, LinkWait } from '#features/emailed-links/link-notes.tsx'
import { ProofDialog } from '#features/security/proof-dialog.tsx'
import { AcceptForm } from '#features/transfers/accept-form.tsx'
import { GiveForm } from '#features/transfers/give-form.tsx'
import { OfferList } from '#features/transfers/offer-list.tsx'
import { offerQuery, transfersQuery } from '#features/transfers/transfers.ts'
import { errorText } from '#i18n/error-text.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { DeviceGate } from '../device/device-page.tsx'
import { focusPage } from '../focus-page.ts'
import { HomeGate } from '../home/home-gate.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'

/**
 * Transfers devices: accepts the offer of an e-mail link for the signed-in account, or offers one or all devices of the account.
 */
export default function TransferScreen() {
  const asked = new URLSearchParams(useLocation().search)
  const token = asked.get('token')
  if (token !== null) return <Accept token={token} />
  if (!asked.has('deviceId')) return <HomeTransfer />
  return <DeviceGate>{(device) => <DeviceTransfer device={device} />}</DeviceGate>
}

/** A page of transfers, above which a person reads that the account must be confirmed first. */
function Page(props: { title: string; name?: string; intro?: string; home: string; children: ReactNode }) {
  const { t } = useTranslation()
  const { title, name = title, home, ...page } = props
  const isConfirmed = useAccount((account) => account.isConfirmed)
  usePageTitle(name)
  return (
    <>
      {!isConfirmed && <ConfirmNotice />}
      <SubPage {...page} title={title} backLabel={t('header.back')} onBack={useGoBack(home)} />
    </>
  )
}

/** The open offers: those of one device that were given, or all. */
function Offers({ deviceId }: { deviceId?: string }) {
  const transfers = useQuery(transfersQuery)
  return (
    <Loaded query={transfers} words={useLoadedWords()}>
      {(offers) => (
        <OfferList
          offers={offers.filter(
            (offer) => deviceId === undefined || (offer.deviceId === deviceId && offer.direction === 'given'),
          )}
        />
      )}
    </Loaded>
  )
}

/** Offers devices. A door that requires a PIN or passkey needs the password of the account. */
const Give = ({ devices }: { devices: readonly DeviceInfo[] }) => (
  <GiveForm devices={devices} proof={(wanted) => <ProofDialog {...wanted} />} />
)

function DeviceTransfer({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  const title = t('transfer.device')
  return (
    <Page
      title={title}
      name={`${title}, ${device.name}`}
      intro={t('transfer.intro', { name: device.name })}
      home={devicePath(device, 'settings')}
    >
      <Offers deviceId={device.id} />
      <Give devices={[device]} />
    </Page>
  )
}

function HomeTransfer() {
  const { t } = useTranslation()
  return (
    <Page title={t('transfer.home')} intro={t('transfer.homeIntro')} home="/home">
      <Offers />
      <HomeGate>
        {(devices) => {
          const own = devices.filter(isOwn)
          return own.length === 0 ? (
            <p>{t('transfer.nothing')}</p>
          ) : (
            <>
              <p>{t('transfer.homeDevices', { count: own.length })}</p>
              <Give devices={own} />
            </>
          )
        }}
      </HomeGate>
    </Page>
  )
}

function Accept({ token }: { token: string }) {
  const { t } = useTranslation()
  return (
    <Page title={t('transfer.acceptTitle')} home="/home">
      <Offer token={token} />
    </Page>
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
