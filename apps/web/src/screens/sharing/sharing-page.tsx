import type { DeviceInfo } from '@senca/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '#features/account-model/accounts.ts'
import { isOwn } from '#features/device-model/rights.ts'
import { ConfirmNotice } from '#features/emailed-links/confirm-notice.tsx'
import { FreezeBanner } from '#features/share-links/access/freeze-switch.tsx'
import { useMayShare } from '#features/share-links/use-link-calls.ts'
import { Unconfirmed } from '#features/sharing-model/unconfirmed.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { HomeGate } from '../home/home-gate.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'

/**
 * The layout of a sharing page: above it what prevents sharing, its title, and one column whose content gets the devices. `home`
 * is the target of the back link if the page was opened from outside.
 */
export function SharingPage(props: {
  title: string
  intro?: string
  home: string
  wide?: boolean
  action?: ReactNode
  /** The server says that the account must be confirmed first, even if this page assumed that it is. */
  isUnconfirmed?: boolean
  children: (devices: readonly DeviceInfo[]) => ReactNode
}) {
  const { t } = useTranslation()
  const mayShare = useMayShare(useAccount((account) => account.isConfirmed))
  usePageTitle(props.title)
  return (
    <>
      {(!mayShare || props.isUnconfirmed === true) && <ConfirmNotice />}
      <FreezeBanner />
      <SubPage {...props} backLabel={t('header.back')} onBack={useGoBack(props.home)}>
        <HomeGate>{props.children}</HomeGate>
      </SubPage>
    </>
  )
}

/** Renders its children with the own devices of `all`, or says why nothing can be shared. `texts` has the words for a home without. */
export function OwnDevices(props: {
  all: readonly DeviceInfo[]
  texts: 'linkForm' | 'people'
  children: (devices: readonly DeviceInfo[]) => ReactNode
}) {
  const { t } = useTranslation()
  const mayShare = useMayShare(useAccount((account) => account.isConfirmed))
  const devices = props.all.filter(isOwn)
  if (!mayShare) return <Unconfirmed />
  if (devices.length > 0) return props.children(devices)
  return (
    <EmptyState
      title={t(`${props.texts}.noDevices.title`)}
      text={t(`${props.texts}.noDevices.text`)}
      action={<ButtonLink to="/claim">{t('home.addDevice')}</ButtonLink>}
    />
  )
}
