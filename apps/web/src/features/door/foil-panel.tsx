import { canUse, type DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { useDeviceActions } from '#features/device-model/live-device.ts'
import { mayCommand } from '#features/device-model/rights.ts'
import { foilWordOf } from '#features/device-model/views/door-view.ts'
import { isOld } from '#features/device-model/views/scene-of.ts'
import { CommandNote } from '#features/device-parts/command-note.tsx'
import { LastKnown } from '#features/device-parts/last-known.tsx'
import { SwitchRow } from '#features/device-parts/switch-row.tsx'
import { useLane } from '#features/device-parts/use-lane.ts'
import styles from './door-panel.module.css'

/** The switch for the foil in the glass of a door: milky or clear. */
export function FoilPanel({ device, stale }: { device: DeviceInfo; stale: boolean }) {
  const { t } = useTranslation()
  const { isInFlight, failure, isUnconfirmed, dismiss, again } = useLane(device.id, 'setFoil')
  const { onToggleFoil } = useDeviceActions(device)
  const word = foilWordOf(device.state)
  return (
    <div className={styles.panel} data-old={isOld(device, stale)}>
      <div>
        <p className={styles.word}>{t(`card.foilState.${word}`)}</p>
        <p className={styles.line}>
          {isOld(device, stale) ? <LastKnown state={device.state} /> : t(`door.foil.${word}`)}
        </p>
      </div>
      <div className={styles.foot}>
        <div className={styles.notes}>
          <CommandNote
            failure={device.connected ? failure : null}
            isUnconfirmed={isUnconfirmed}
            onRetry={isUnconfirmed ? null : again}
            onDismiss={dismiss}
          />
        </div>
        {mayCommand(device) && (
          <SwitchRow
            label={t('door.foil.switch')}
            checked={device.state.magicFoilOpacity === 1}
            isWaiting={isInFlight}
            disabled={!canUse(device, 'setFoil')}
            onChange={onToggleFoil}
          />
        )}
      </div>
    </div>
  )
}
