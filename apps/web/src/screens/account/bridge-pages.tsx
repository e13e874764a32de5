import type { DeviceInfo } from '@senca/contract'
import type { Bridge, CreatedBridge } from '@senca/contract/bridges'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams } from 'react-router'
import { pageConfig } from '#core/browser.ts'
import { showMessage } from '#core/messages.ts'
import { AgentClient, AgentGuide } from '#features/bridges/agent-guide.tsx'
import { BridgeChangeForm } from '#features/bridges/bridge-change-form.tsx'
import { BridgeDoors } from '#features/bridges/bridge-doors.tsx'
import { BridgeForm, FORM_KINDS } from '#features/bridges/bridge-form.tsx'
import { BridgeList } from '#features/bridges/bridge-list.tsx'
import { BridgeParts } from '#features/bridges/bridge-parts.tsx'
import { BridgeStatus } from '#features/bridges/bridge-status.tsx'
import { BridgeSummary } from '#features/bridges/bridge-summary.tsx'
import { bridgesQuery } from '#features/bridges/bridges.ts'
import { isMatterOn } from '#features/bridges/matter-bridge.ts'
import { MatterBridgeForm } from '#features/bridges/matter-bridge-form.tsx'
import { MatterFabrics } from '#features/bridges/matter-fabrics.tsx'
import { MatterPairing } from '#features/bridges/matter-pairing.tsx'
import { MatterParts } from '#features/bridges/matter-parts.tsx'
import { MatterProgram } from '#features/bridges/matter-program.tsx'
import { MatterReset } from '#features/bridges/matter-reset.tsx'
import { type ShownSecret, TokenDialog } from '#features/bridges/token-dialog.tsx'
import type { WantedProof } from '#features/bridges/use-bridge-saving.tsx'
import { isOwn } from '#features/device-model/rights.ts'
import { FieldValues } from '#features/mqtt-access/copy-value.tsx'
import { joinQuery } from '#features/mqtt-access/join.ts'
import { loginFields } from '#features/mqtt-access/login-fields.ts'
import { ProofDialog } from '#features/security/proof-dialog.tsx'
import { useDeviceNames } from '#features/sharing-model/use-device-names.ts'
import { WebhookList } from '#features/webhooks/webhook-list.tsx'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { SharingPage } from '../sharing/sharing-page.tsx'
import { AccountPage } from './account-page.tsx'
import styles from './bridge-pages.module.css'

/** The apps and scripts that act for the account. */
export function BridgesScreen() {
  const { t } = useTranslation()
  return (
    <AccountPage title={t('apps.title')} intro={t('apps.intro')}>
      <BridgeList secretOf={(shown) => <SecretDialog {...shown} />} />
    </AccountPage>
  )
}

/** Shows once what an app needs: a token, or the login to be typed into Home Assistant. */
function SecretDialog({ name, secret, onClose }: ShownSecret) {
  const { t } = useTranslation()
  if (typeof secret === 'string') return <TokenDialog name={name} token={secret} onClose={onClose} />
  const isLogin = secret !== undefined
  return (
    <Dialog
      open
      title={isLogin ? t('apps.home.enter', { name }) : name}
      text={t(isLogin ? 'apps.home.where' : 'apps.home.atJoined')}
      onCancel={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t(isLogin ? 'mqtt.kept' : 'apps.home.done')}
        </Button>
      }
    >
      {isLogin && (
        <div className={styles.secret}>
          <FieldValues fields={loginFields(secret, t)} />
          <p className={styles.once}>{t('mqtt.once')}</p>
        </div>
      )}
    </Dialog>
  )
}

/** The app in the address of the page. It is gone only once the list that has just been read does not have it. */
function useBridge() {
  const { id } = useParams()
  const bridges = useQuery(bridgesQuery)
  const bridge = bridges.data?.find((one) => one.id === id)
  return { bridges, bridge, isGone: bridge === undefined && !bridges.isFetching }
}

/** One of them: what it has, what it shows elsewhere, which of its doors it may unlock, and how that is checked. */
export function BridgeScreen() {
  const { t } = useTranslation()
  const words = useLoadedWords()
  const { bridges, bridge, isGone } = useBridge()
  return (
    <SharingPage title={bridge?.name ?? t('apps.title')} home="/apps">
      {(devices) => (
        <Loaded query={bridges} words={words}>
          {() =>
            bridge === undefined ? (
              isGone && <Navigate to="/apps" replace />
            ) : (
              <OpenedBridge bridge={bridge} devices={devices.filter(isOwn)} />
            )
          }
        </Loaded>
      )}
    </SharingPage>
  )
}

function OpenedBridge({ bridge, devices }: { bridge: Bridge; devices: readonly DeviceInfo[] }) {
  const { t } = useTranslation()
  const namesOf = useDeviceNames(devices)
  return (
    <>
      <BridgeSummary bridge={bridge} devices={namesOf(Object.keys(bridge.grants))} />
      {bridge.kind === 'home-assistant' && <BridgeStatus bridge={bridge} />}
      {bridge.kind === 'matter' && <MatterBridge bridge={bridge} />}
      <BridgeDoors
        bridge={bridge}
        devices={devices}
        proofFor={(wanted) => <ProofDialog {...wanted} confirmLabel={t('apps.doors.confirm')} />}
      />
      {bridge.kind === 'script' && <WebhookList bridgeId={bridge.id} />}
      {bridge.client !== undefined && <AgentClient client={bridge.client} />}
      {bridge.kind === 'agent' && bridge.client === undefined && <AgentGuide />}
      {bridge.kind === 'home-assistant' && <BridgeParts bridge={bridge} devices={devices} />}
      {bridge.kind === 'matter' && <MatterReset bridge={bridge} />}
    </>
  )
}

/** What a Matter bridge is, and what it is paired with. */
function MatterBridge({ bridge }: { bridge: Bridge }) {
  return (
    <>
      <BridgeStatus bridge={bridge} />
      {!isMatterOn && <MatterProgram bridge={bridge} />}
      <MatterPairing bridge={bridge} />
      <MatterFabrics id={bridge.id} />
      <MatterParts id={bridge.id} />
    </>
  )
}

/** Changes one of them: its name, its devices, and what it may do. */
export function EditBridgeScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const words = useLoadedWords()
  const { bridges, bridge, isGone } = useBridge()
  const [isUnconfirmed, setUnconfirmed] = useState(false)
  const page = bridge === undefined ? '/apps' : `/apps/${bridge.id}`
  return (
    <SharingPage title={bridge?.name ?? t('apps.title')} home={page} isUnconfirmed={isUnconfirmed}>
      {(devices) => (
        <Loaded query={bridges} words={words}>
          {() =>
            bridge === undefined ? (
              isGone && <Navigate to="/apps" replace />
            ) : (
              <BridgeChangeForm
                bridge={bridge}
                devices={devices.filter(isOwn)}
                onSaved={() => {
                  showMessage('success', t('apps.doors.saved'))
                  navigate(page, { replace: true })
                }}
                onUnconfirmed={() => setUnconfirmed(true)}
                proofFor={(wanted) => <BridgeProof {...wanted} devices={devices} confirm="apps.save" />}
              />
            )
          }
        </Loaded>
      )}
    </SharingPage>
  )
}

/** The password dialog before an app may command a guarded door. */
function BridgeProof({
  deviceId,
  devices,
  confirm,
  ...wanted
}: WantedProof & {
  devices: readonly DeviceInfo[]
  confirm: 'apps.save' | 'apps.create' | 'apps.matter.create'
}) {
  const { t } = useTranslation()
  return (
    <ProofDialog
      {...wanted}
      title={t('apps.proofTitle', { name: devices.find(({ id }) => id === deviceId)?.name ?? '' })}
      text={t('apps.proofText')}
      confirmLabel={t(confirm)}
    />
  )
}

/** Makes a Matter bridge, shows its token where a program in the home needs it, and goes on to its page. */
export function NewMatterBridgeScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [made, setMade] = useState<CreatedBridge | null>(null)
  const [isUnconfirmed, setUnconfirmed] = useState(false)
  const goOn = ({ id }: CreatedBridge) => void navigate(`/apps/${id}`, { replace: true })
  return (
    <SharingPage
      title={t('apps.matter.newTitle')}
      intro={t(isMatterOn ? 'apps.matter.intro' : 'apps.matter.off')}
      home="/apps"
      isUnconfirmed={isUnconfirmed}
    >
      {(devices) => (
        <>
          <MatterBridgeForm
            devices={devices.filter(isOwn)}
            onSaved={isMatterOn ? goOn : setMade}
            onUnconfirmed={() => setUnconfirmed(true)}
            proofFor={(wanted) => <BridgeProof {...wanted} devices={devices} confirm="apps.matter.create" />}
          />
          {made !== null && <SecretDialog name={made.name} secret={made.secret} onClose={() => goOn(made)} />}
        </>
      )}
    </SharingPage>
  )
}

/** Makes one of the kind in the address of the page, and shows its token. */
export function NewBridgeScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { kind: asked } = useParams()
  const kind = FORM_KINDS.find((one) => one === asked)
  const joined = useQuery(joinQuery).data ?? null
  const [made, setMade] = useState<CreatedBridge | null>(null)
  const [isUnconfirmed, setUnconfirmed] = useState(false)
  if (kind === undefined) return <Navigate to="/apps" replace />
  return (
    <SharingPage
      title={t(`apps.kind.${kind}`)}
      intro={t(`apps.kindNote.${kind}`)}
      home="/apps"
      isUnconfirmed={isUnconfirmed}
    >
      {(devices) => (
        <>
          <BridgeForm
            kind={kind}
            devices={devices.filter(isOwn)}
            joinedHost={joined?.host ?? null}
            hasOwnBroker={pageConfig.isBrokerOutside !== true}
            onSaved={setMade}
            onUnconfirmed={() => setUnconfirmed(true)}
            proofFor={(wanted) => <BridgeProof {...wanted} devices={devices} confirm="apps.create" />}
          />
          {made !== null && (
            <SecretDialog
              name={made.name}
              secret={made.secret}
              onClose={() => void navigate('/apps', { replace: true })}
            />
          )}
        </>
      )}
    </SharingPage>
  )
}
