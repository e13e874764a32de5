import type { DeviceInfo } from '@senca/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '#features/account-model/accounts.ts'
import { ConfirmNotice } from '#features/emailed-links/confirm-notice.tsx'
import { FreezeBanner } from '#features/share-links/access/freeze-switch.tsx'
import { useMayShare } from '#features/share-links/use-link-calls.ts'
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
