import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAccount } from '#features/account-model/accounts.ts'
import { ConfirmNotice } from '#features/emailed-links/confirm-notice.tsx'
import { GiveForm } from '#features/transfers/give-form.tsx'
import { OfferList } from '#features/transfers/offer-list.tsx'
import { transfersQuery } from '#features/transfers/transfers.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { HomeGate } from '../home/home-gate.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import { transferProof } from './transfer-proof.tsx'

/** The open transfer offers, and the transfer of all own devices to another account. */
export function HomeTransfer() {
  const { t } = useTranslation()
  const isConfirmed = useAccount((account) => account.isConfirmed)
  const transfers = useQuery(transfersQuery)
  const words = useLoadedWords()
  usePageTitle(t('transfer.home'))
  return (
    <>
      {!isConfirmed && <ConfirmNotice />}
      <SubPage
        title={t('transfer.home')}
        intro={t('transfer.homeIntro')}
        backLabel={t('header.back')}
        onBack={useGoBack('/home')}
      >
        <Loaded query={transfers} words={words}>
          {(offers) => <OfferList offers={offers} />}
        </Loaded>
        <HomeGate>
          {(devices) => {
            const own = devices.filter(({ owner = null }) => owner === null)
            return own.length === 0 ? (
              <p>{t('transfer.nothing')}</p>
            ) : (
              <>
                <p>{t('transfer.homeDevices', { count: own.length })}</p>
                <GiveForm devices={own} proof={transferProof} />
              </>
            )
          }}
        </HomeGate>
      </SubPage>
    </>
  )
}
