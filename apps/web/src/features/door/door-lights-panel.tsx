import { canUse, type DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { useDeviceActions } from '#features/device-model/live-device.ts'
import { mayCommand } from '#features/device-model/rights.ts'
import { type DoorLight, doorLightsOf } from '#features/device-model/views/door-view.ts'
import { isOld } from '#features/device-model/views/scene-of.ts'
import { CommandNote } from '#features/device-parts/command-note.tsx'
import { LastKnown } from '#features/device-parts/last-known.tsx'
import { SwitchRow } from '#features/device-parts/switch-row.tsx'
import { useLane } from '#features/device-parts/use-lane.ts'
import styles from './door-panel.module.css'

/** The lights of a door, each with its switch. */
export function DoorLightsPanel({ device, stale }: { device: DeviceInfo; stale: boolean }) {
  const lights = doorLightsOf(device.state)
  return (
    <div className={styles.panel} data-old={isOld(device, stale)}>
      {isOld(device, stale) && (
        <p className={styles.line}>
          <LastKnown state={device.state} />
        </p>
      )}
      <div className={styles.foot}>
        <div className={styles.notes}>
          {lights.map((light) => (
            <LightNote key={light.type} device={device} light={light} />
          ))}
        </div>
        {lights.map((light) => (
          <LightRow key={light.type} device={device} light={light} />
        ))}
      </div>
    </div>
  )
}

type LightProps = { device: DeviceInfo; light: DoorLight }

function LightRow({ device, light }: LightProps) {
  const { t } = useTranslation()
  const { type, name, capability, level } = light
  const { isInFlight } = useLane(device.id, capability)
  const { onToggleLight } = useDeviceActions(device)
  if (!mayCommand(device)) {
    const word = level === null ? 'unknown' : level > 0 ? 'on' : 'off'
    return (
      <p className={styles.line}>
        {t('card.announce', { name: t(`card.${name}`), state: t(`card.light.${word}`) })}
      </p>
    )
  }
  return (
    <SwitchRow
      label={t(`card.${name}`)}
      checked={level === 1}
      isWaiting={isInFlight}
      disabled={!canUse(device, capability)}
      onChange={(checked) => onToggleLight(type, checked)}
    />
  )
}

function LightNote({ device, light }: LightProps) {
  const { failure, isUnconfirmed, dismiss, again } = useLane(device.id, light.capability)
  return (
    <CommandNote
      failure={device.connected ? failure : null}
      isUnconfirmed={isUnconfirmed}
      onRetry={isUnconfirmed ? null : again}
      onDismiss={dismiss}
    />
  )
}
