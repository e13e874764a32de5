import type { CreatedBridge } from '@senca/contract/bridges'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { BridgeForm } from '#features/bridges/bridge-form.tsx'
import { BridgeList } from '#features/bridges/bridge-list.tsx'
import { TokenDialog } from '#features/bridges/token-dialog.tsx'
import { isOwn } from '#features/device-model/rights.ts'
import { ProofDialog } from '#features/security/proof-dialog.tsx'
import { SharingPage } from '../sharing/sharing-page.tsx'
import { AccountPage } from './account-page.tsx'

/** The apps and scripts that act for the account. */
export function BridgesScreen() {
  const { t } = useTranslation()
  return (
    <AccountPage title={t('apps.title')} intro={t('apps.intro')}>
      <BridgeList />
    </AccountPage>
  )
}

/** Makes one of them, and shows its token. */
export function NewBridgeScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [made, setMade] = useState<CreatedBridge | null>(null)
  const [isUnconfirmed, setUnconfirmed] = useState(false)
  return (
    <SharingPage title={t('apps.newTitle')} home="/apps" isUnconfirmed={isUnconfirmed}>
      {(devices) => (
        <>
          <BridgeForm
            devices={devices.filter(isOwn)}
            onMade={setMade}
            onUnconfirmed={() => setUnconfirmed(true)}
            proofFor={({ deviceId, ...wanted }) => (
              <ProofDialog
                {...wanted}
                title={t('apps.proofTitle', {
                  name: devices.find(({ id }) => id === deviceId)?.name ?? '',
                })}
                text={t('apps.proofText')}
                confirmLabel={t('apps.create')}
              />
            )}
          />
          {made !== null && (
            <TokenDialog
              name={made.name}
              token={made.secret}
              onClose={() => void navigate('/apps', { replace: true })}
            />
          )}
        </>
      )}
    </SharingPage>
  )
}
