import { canUse, type DeviceInfo, type LockState, type LockType } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCommand } from '#features/device-model/rights.ts'
import { unlockCapabilityOf } from '#features/device-model/views/door-view.ts'
import { isOld } from '#features/device-model/views/scene-of.ts'
import { CommandNote } from '#features/device-parts/command-note.tsx'
import { lockStateWords, unlockWords } from '#features/device-parts/unlock-words.ts'
import { useLane } from '#features/device-parts/use-lane.ts'
import {
  OPEN_PULSE_S,
  type UnlockKeys,
  type UnlockSeconds,
  useUnlockKeys,
} from '#features/device-parts/use-unlock-keys.ts'
import { Button } from '#ui/controls/button.tsx'
import { HoldButton } from '#ui/controls/hold-button.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { Countdown } from './countdown.tsx'
import styles from './door-panel.module.css'
import { LockDisc } from './lock-disc.tsx'
import { LockWords, type ShownLock } from './lock-words.tsx'
import { UnlockQuestion } from './unlock-question.tsx'

interface LockPanelProps extends ShownLock {
  /** The owner of the door requires a proof, and the dialog for it is open. */
  isAsking: boolean
  onUnlock: (lock: LockType, seconds: UnlockSeconds) => void
}

/**
 * A lock of a door: its reported state and the two buttons that unlock it. The main one unlocks for the time that is set for the
 * door, the other one is the door-open pulse; each shows its time.
 */
export function LockPanel(props: LockPanelProps) {
  const { device, lock, moment, history, isAsking } = props
  const { t } = useTranslation()
  const capability = unlockCapabilityOf(lock)
  const { isUnderWay, progress, failure, isUnconfirmed, hasFallenShort, dismiss } = useLane(
    device.id,
    capability,
  )
  const { status } = device.state
  const isHeld = device.unlockBy === 'hold'
  // A moving bolt makes the door busy, but that must not block an unlock.
  const isOccupied = status !== 'ready' && status !== 'moving'
  const isWaiting = isUnderWay || isAsking || moment.state === 'unlocking'
  const cannot = !canUse(device, capability) || isOccupied
  const [last, setLast] = useState<UnlockSeconds>(null)
  const unlock = (seconds: UnlockSeconds): void => {
    setLast(seconds)
    props.onUnlock(lock, seconds)
  }
  const keys = useUnlockKeys(unlock, () => !cannot && !isWaiting)
  // Asks for a confirmation first, unless the door requires a PIN or passkey anyway.
  const again = () => (isProven(device) ? keys.press(last) : keys.ask(last))
  const action = unlockWords(device, lock, t)
  const state = lockStateWords(device, moment.state, props.stale, t)
  const words = { action, lock: t(`card.lockName.${lock}`), state }

  return (
    <div className={styles.panel} data-old={isOld(device, props.stale)}>
      <div className={styles.head}>
        <LockWords {...props} progress={isAsking ? t('door.asking') : progress} isHinting={keys.isHinting} />
        {mayCommand(device) && (
          <LockDisc
            ref={keys.discRef}
            state={moment.state}
            isOld={isOld(device, props.stale)}
            label={t(isHeld ? 'door.hold' : 'door.tap', words)}
            caption={isHeld ? t('door.heldFor', { action }) : action}
            isHeld={isHeld}
            isWaiting={(isWaiting && last === null) || moment.state === 'locking'}
            disabled={cannot || isWaiting}
            onUnlock={() => keys.press(null)}
            onAsk={() => keys.ask(null)}
            onShort={keys.hint}
          >
            {/* While the door is open the lock does not lock, so there is no countdown. */}
            {history.isOpen !== true && moment.unlocked !== null && <Countdown {...moment.unlocked} />}
          </LockDisc>
        )}
      </div>
      <div className={styles.foot}>
        <LockNotes
          state={device.connected ? moment.state : null}
          // The jammed state already says this, and more precisely.
          failure={device.connected && !(hasFallenShort && moment.state === 'jammed') ? failure : null}
          isUnconfirmed={isUnconfirmed}
          // The button to hold is visible, and a retry by tap must not bypass holding. What may still happen is not sent again.
          onRetry={isHeld || cannot || isWaiting || isUnconfirmed ? null : again}
          onDismiss={dismiss}
        />
        {mayCommand(device) && (
          <OpenKeys
            keys={keys}
            isHeld={isHeld}
            isWaiting={isWaiting && last === OPEN_PULSE_S}
            disabled={cannot || isWaiting}
          />
        )}
      </div>
    </div>
  )
}

/** Whether each unlock of a door requires a proof, so that a tap alone never unlocks it. */
const isProven = ({ unlockBy }: DeviceInfo): boolean => unlockBy === 'pin' || unlockBy === 'passkey'

/** The fault of a lock with instructions, otherwise the reason why the last command failed. */
function LockNotes({ state, ...note }: { state: LockState | null } & Parameters<typeof CommandNote>[0]) {
  const { t } = useTranslation()
  return (
    <div className={styles.notes}>
      {(state === 'jammed' || state === 'unknown') && (
        <p className={styles.advice} role="alert">
          <Icon name="alert" size={20} />
          <span>{t(`door.${state}`)}</span>
        </p>
      )}
      <CommandNote {...note} />
    </div>
  )
}

/** The door-open button, or instead of it the confirmation for keyboards. */
function OpenKeys(props: { keys: UnlockKeys; isHeld: boolean; isWaiting: boolean; disabled: boolean }) {
  const { keys, isHeld, isWaiting, disabled } = props
  const { t } = useTranslation()
  if (keys.isAsked) return <UnlockQuestion keys={keys} />
  if (!isHeld) {
    return (
      <Button
        ref={keys.keyRef}
        wide
        loading={isWaiting}
        disabled={disabled}
        onClick={() => keys.press(OPEN_PULSE_S)}
      >
        {t('door.open')}
      </Button>
    )
  }
  return (
    <HoldButton
      ref={keys.keyRef}
      variant="secondary"
      disabled={disabled}
      loading={isWaiting}
      onHeld={() => keys.press(OPEN_PULSE_S)}
      onAsk={() => keys.ask(OPEN_PULSE_S)}
      onShort={keys.hint}
    >
      {t('door.openHold')}
    </HoldButton>
  )
}
