import { canUse, isBusy, type LockType } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import {
  isDoorOpen,
  lockSensorOf,
  lockStateOf,
  locksOf,
  unlockCapabilityOf,
} from '#features/device-model/views/door-view.ts'
import { isOld } from '#features/device-model/views/scene-of.ts'
import { CommandNote } from '#features/device-parts/command-note.tsx'
import { LastKnown } from '#features/device-parts/last-known.tsx'
import { StaleMark } from '#features/device-parts/stale-mark.tsx'
import { lockStateWords } from '#features/device-parts/unlock-words.ts'
import { type UnlockKeys, type UnlockSeconds, useUnlockKeys } from '#features/device-parts/use-unlock-keys.ts'
import styles from '#features/door/door-panel.module.css'
import { LockDisc } from '#features/door/lock-disc.tsx'
import { UnlockQuestion } from '#features/door/unlock-question.tsx'
import type { SharedCard } from '#features/guest-link/link-view.ts'
import { useActions, useCommandView, useStale } from '#features/guest-link/use-guest.tsx'
import { HoldButton } from '#ui/controls/hold-button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'

/** One lock, or both locks of a door: the state of lock and door, and the two buttons that unlock when they are held. */
export function LockTab({ card, types }: { card: SharedCard; types: readonly [LockType, LockType?] }) {
  const { device } = card
  const { t } = useTranslation()
  const stale = useStale()
  const [type, other = type] = types
  const view = useCommandView(card, unlockCapabilityOf(type))
  const second = useCommandView(card, unlockCapabilityOf(other))
  const pending = view.pending ?? second.pending
  const { onUnlock, onDismissError } = useActions(card)
  const asked = other === type ? [type] : [type, other]
  const locks = locksOf(device.state).filter((lock) => asked.includes(lock.type))
  // The door only opens when all locks are unlocked, so a lock that is not unlocked decides.
  const state = lockStateOf(locks.filter((lock) => lock.state !== 'unlocked')) ?? locks[0]?.state ?? 'unknown'
  const name = asked.map((lock) => t(`card.lockName.${lock}`)).join(' + ')
  const isWaiting = pending !== null || state === 'unlocking'
  const cannot =
    !asked.every((lock) => canUse(device, unlockCapabilityOf(lock))) ||
    (isBusy(device.state.status) && device.state.status !== 'moving')
  const keys = useUnlockKeys<UnlockSeconds>(
    () => {
      for (const lock of asked) onUnlock(lock)
    },
    () => !cannot && !isWaiting,
  )
  // A guest does not see for how long: the settings of a device are its owner's.
  const action = t('card.unlock')
  const isOpen = isDoorOpen(device)
  const sensor = lockSensorOf(device.state)
  return (
    <div className={styles.panel} data-old={isOld(device, stale)}>
      <div className={styles.head}>
        <div className={styles.words}>
          <p className={styles.part}>{name}</p>
          <p className={styles.word}>{t(`card.lock.${state}`)}</p>
          <p className={styles.line}>
            {pending !== null && <Spinner size="small" />}
            {stale && device.connected && <StaleMark isAlone={pending === null && !keys.isHinting} />}
            {!device.connected && <LastKnown reportedAt={device.state.reportedAt} />}
            <span>{keys.isHinting ? t('card.holdOn') : pending === null ? null : t('card.sending')}</span>
          </p>
          <p className={styles.facts}>
            {isOpen !== null && <span>{t(isOpen ? 'guest.doorOpen' : 'guest.doorClosed')}</span>}
            {sensor !== 'none' && <span>{t(`card.lockSensor.${sensor}`)}</span>}
          </p>
        </div>
        <LockDisc
          ref={keys.discRef}
          state={state}
          isOld={isOld(device, stale)}
          label={t('card.lockKey', { lock: name, state: lockStateWords(device, state, stale, t), action })}
          caption={action}
          isHeld
          isWaiting={isWaiting || state === 'locking'}
          disabled={cannot || isWaiting}
          onUnlock={() => keys.press(null)}
          onAsk={() => keys.ask(null)}
          onShort={keys.hint}
        />
      </div>
      <div className={styles.foot}>
        <div className={styles.notes}>
          {/* A retry by tap must not bypass holding. */}
          <CommandNote
            failure={device.connected ? (view.error ?? second.error) : null}
            isUnconfirmed={view.error === null ? second.isUnconfirmed : view.isUnconfirmed}
            onRetry={null}
            onDismiss={onDismissError}
          />
        </div>
        <UnlockKey
          keys={keys}
          words={t(other === type ? 'card.holdOn' : 'guest.letIn')}
          isWaiting={isWaiting}
          disabled={cannot}
        />
      </div>
    </div>
  )
}

/** The button to hold, or instead of it the confirmation for keyboards. */
function UnlockKey({
  keys,
  words,
  isWaiting,
  disabled,
}: {
  keys: UnlockKeys
  words: string
  isWaiting: boolean
  disabled: boolean
}) {
  if (keys.isAsked) return <UnlockQuestion keys={keys} />
  return (
    <HoldButton
      ref={keys.keyRef}
      disabled={disabled}
      loading={isWaiting}
      onHeld={() => keys.press(null)}
      onAsk={() => keys.ask(null)}
      onShort={keys.hint}
    >
      {words}
    </HoldButton>
  )
}
