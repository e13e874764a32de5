import type { LockType } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import {
  isDoorOpen,
  lockSensorOf,
  locksOf,
  unlockCapabilityOf,
} from '#features/device-model/views/door-view.ts'
import { isOld } from '#features/device-model/views/scene-of.ts'
import { CommandNote } from '#features/device-parts/command-note.tsx'
import styles from '#features/door/door-panel.module.css'
import { LockRow } from '#features/door/lock-row.tsx'
import { WholeDoorPanel } from '#features/door/whole-door-panel.tsx'
import type { SharedCard } from '#features/guest-link/link-view.ts'
import { useActions, useCommandView, useStale } from '#features/guest-link/use-guest.tsx'

/** The whole door, with the one key that unlocks all its locks when it is held. */
export function WholeDoorTab({ card }: { card: SharedCard }) {
  const { device } = card
  const { t } = useTranslation()
  const stale = useStale()
  const { onUnlock, onDismissError } = useActions(card)
  const magnet = useCommandView(card, 'unlockMagnet')
  const motor = useCommandView(card, 'unlockMotor')
  const isPending = (magnet.pending ?? motor.pending) !== null
  const isOpen = isDoorOpen(device)
  const sensor = lockSensorOf(device.state)
  const errors = new Set([magnet.error, motor.error].filter((error) => error !== null))
  const failure = errors.size === 0 ? null : [...errors].join(' ')
  return (
    <WholeDoorPanel
      device={device}
      stale={stale}
      isHeld
      mayUnlock
      progress={isPending ? t('card.sending') : null}
      isWaiting={isPending}
      line={null}
      facts={
        <>
          {isOpen !== null && <span>{t(isOpen ? 'guest.doorOpen' : 'guest.doorClosed')}</span>}
          {sensor !== 'none' && <span>{t(`card.lockSensor.${sensor}`)}</span>}
        </>
      }
      note={{
        failure: device.connected ? failure : null,
        isUnconfirmed: magnet.error === null ? motor.isUnconfirmed : magnet.isUnconfirmed,
      }}
      onUnlock={onUnlock}
      onDismiss={onDismissError}
    />
  )
}

/** Each lock of a door alone. */
export function LocksTab({ card }: { card: SharedCard }) {
  const { device } = card
  const stale = useStale()
  return (
    <div className={styles.panel} data-old={isOld(device, stale)}>
      <div className={styles.locks}>
        {locksOf(device.state).map(({ type }) => (
          <Lock key={type} card={card} lock={type} />
        ))}
      </div>
    </div>
  )
}

/** A guest does not see for how long a lock unlocks: the settings of a device are its owner's. */
function Lock({ card, lock }: { card: SharedCard; lock: LockType }) {
  const { device } = card
  const { t } = useTranslation()
  const stale = useStale()
  const { onUnlock, onDismissError } = useActions(card)
  const view = useCommandView(card, unlockCapabilityOf(lock))
  return (
    <LockRow
      device={device}
      stale={stale}
      lock={lock}
      isHeld
      mayUnlock
      progress={view.pending === null ? null : t('card.sending')}
      isWaiting={view.pending !== null}
      line={null}
      pulse={null}
      onUnlock={() => onUnlock([lock])}
    >
      {/* A retry by tap must not bypass holding. */}
      {() => (
        <CommandNote
          failure={device.connected ? view.error : null}
          isUnconfirmed={view.isUnconfirmed}
          onRetry={null}
          onDismiss={onDismissError}
        />
      )}
    </LockRow>
  )
}
