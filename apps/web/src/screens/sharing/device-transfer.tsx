import type { DeviceInfo } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAccount } from '#features/account-model/accounts.ts'
import { devicePath } from '#features/device-model/device-paths.ts'
import { ConfirmNotice } from '#features/emailed-links/confirm-notice.tsx'
import { GiveForm } from '#features/transfers/give-form.tsx'
import { OfferList } from '#features/transfers/offer-list.tsx'
import { transfersQuery } from '#features/transfers/transfers.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { DeviceGate } from '../device/device-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import { transferProof } from './transfer-proof.tsx'

/** Transfers an own device to another account. */
export function DeviceTransfer() {
  return <DeviceGate>{(device) => <Transfer device={device} />}</DeviceGate>
}

function Transfer({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  const isConfirmed = useAccount((account) => account.isConfirmed)
  const transfers = useQuery(transfersQuery)
  const words = useLoadedWords()
  usePageTitle(`${t('transfer.device')}, ${device.name}`)
  return (
    <>
      {!isConfirmed && <ConfirmNotice />}
      <SubPage
        title={t('transfer.device')}
        intro={t('transfer.intro', { name: device.name })}
        backLabel={t('header.back')}
        onBack={useGoBack(devicePath(device, 'settings'))}
      >
        <Loaded query={transfers} words={words}>
          {(offers) => (
            <OfferList
              offers={offers.filter(
                ({ deviceId, direction }) => deviceId === device.id && direction === 'given',
              )}
            />
          )}
        </Loaded>
        <GiveForm devices={[device]} proof={transferProof} />
      </SubPage>
    </>
  )
}
