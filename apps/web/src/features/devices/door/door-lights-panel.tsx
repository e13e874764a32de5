import { canUse, type DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { LastKnown } from '../card/last-known.tsx'
import { isOld } from '../card/scene-of.ts'
import { useDeviceActions } from '../live-device.ts'
import { CommandNote } from './command-note.tsx'
import styles from './door-panel.module.css'
import { SwitchRow } from './switch-row.tsx'
import { useLane } from './use-lane.ts'

const LIGHTS = {
  door: {
    name: 'doorLight',
    capability: 'setDoorLight',
    connected: 'doorLightConnected',
    level: 'doorLightBrightness',
  },
  handle: {
    name: 'handleLight',
    capability: 'setHandleLight',
    connected: 'handleLightConnected',
    level: 'handleLightBrightness',
  },
} as const

const KINDS = ['door', 'handle'] as const

/** The lights of a door, each with its switch. */
export function DoorLightsPanel({ device, stale }: { device: DeviceInfo; stale: boolean }) {
  const { t } = useTranslation()
  const connected = KINDS.filter((kind) => device.state[LIGHTS[kind].connected] === true)
  return (
    <div className={styles.panel} data-old={isOld(device, stale)}>
      <div>
        <p className={styles.part}>{t('door.tab.lights')}</p>
        {isOld(device, stale) && (
          <p className={styles.line}>
            <LastKnown reportedAt={device.state.reportedAt} />
          </p>
        )}
      </div>
      <div className={styles.foot}>
        <div className={styles.notes}>
          {connected.map((kind) => (
            <LightNote key={kind} device={device} kind={kind} />
          ))}
        </div>
        {connected.map((kind) => (
          <LightRow key={kind} device={device} kind={kind} />
        ))}
      </div>
    </div>
  )
}

type LightProps = { device: DeviceInfo; kind: keyof typeof LIGHTS }

function LightRow({ device, kind }: LightProps) {
  const { t } = useTranslation()
  const { name, capability, level } = LIGHTS[kind]
  const { isUnderWay } = useLane(device.id, capability)
  const { onToggleLight } = useDeviceActions(device)
  return (
    <SwitchRow
      label={t(`card.${name}`)}
      checked={device.state[level] === 1}
      isWaiting={isUnderWay}
      disabled={!canUse(device, capability)}
      onChange={(checked) => onToggleLight(kind, checked)}
    />
  )
}

function LightNote({ device, kind }: LightProps) {
  const { failure, dismiss, again } = useLane(device.id, LIGHTS[kind].capability)
  return <CommandNote failure={device.connected ? failure : null} onRetry={again} onDismiss={dismiss} />
}
