import type { CreatedBridge } from '@senca/contract/bridges'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams } from 'react-router'
import { AgentGuide } from '#features/bridges/agent-guide.tsx'
import { BridgeDoors } from '#features/bridges/bridge-doors.tsx'
import { BridgeForm } from '#features/bridges/bridge-form.tsx'
import { BridgeList } from '#features/bridges/bridge-list.tsx'
import { bridgesQuery } from '#features/bridges/bridges.ts'
import { TokenDialog } from '#features/bridges/token-dialog.tsx'
import { isOwn } from '#features/device-model/rights.ts'
import { ProofDialog } from '#features/security/proof-dialog.tsx'
import { WebhookList } from '#features/webhooks/webhook-list.tsx'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Loaded } from '#ui/feedback/loaded.tsx'
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

/** One of them: which of its doors it may unlock, and how that is checked, and its webhooks or how it is connected. */
export function BridgeScreen() {
  const { t } = useTranslation()
  const { id } = useParams()
  const words = useLoadedWords()
  const bridges = useQuery(bridgesQuery)
  const bridge = bridges.data?.find((one) => one.id === id)
  return (
    <SharingPage title={bridge?.name ?? t('apps.title')} home="/apps">
      {(devices) => (
        <Loaded query={bridges} words={words}>
          {() =>
            bridge === undefined ? (
              <Navigate to="/apps" replace />
            ) : (
              <>
                <BridgeDoors
                  bridge={bridge}
                  devices={devices.filter(isOwn)}
                  proofFor={(wanted) => <ProofDialog {...wanted} confirmLabel={t('apps.doors.confirm')} />}
                />
                {bridge.kind === 'script' ? <WebhookList bridgeId={bridge.id} /> : <AgentGuide />}
              </>
            )
          }
        </Loaded>
      )}
    </SharingPage>
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
