import { canUse, isBusy, type LockType } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { isDoorOpen, lockSensorOf, locksOf, unlockCapabilityOf } from '#features/device-model/door-view.ts'
import { isOld } from '#features/device-model/scene-of.ts'
import { CommandNote } from '#features/device-parts/command-note.tsx'
import { LastKnown } from '#features/device-parts/last-known.tsx'
import { StaleMark } from '#features/device-parts/stale-mark.tsx'
import { type UnlockKeys, type UnlockSeconds, useUnlockKeys } from '#features/device-parts/use-unlock-keys.ts'
import styles from '#features/door/door-panel.module.css'
import { LockDisc } from '#features/door/lock-disc.tsx'
import { UnlockQuestion } from '#features/door/unlock-question.tsx'
import { HoldButton } from '#ui/controls/hold-button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import type { LentCard } from '../link/link-view.ts'
import { useActions, useCommandView, useStale } from '../link/use-guest.tsx'

/** A lock: how it and the door stand, and the two keys that unlock it when they are held. */
export function LockTab({ card, type }: { card: LentCard; type: LockType }) {
  const { device } = card
  const { t } = useTranslation()
  const stale = useStale()
  const capability = unlockCapabilityOf(type)
  const view = useCommandView(card, capability)
  const { onUnlock, onDismissError } = useActions(card)
  const lock = locksOf(device.state).find((one) => one.type === type)
  const state = lock?.state ?? 'unknown'
  const isWaiting = view.pending !== null || state === 'unlocking'
  const cannot =
    !canUse(device, capability) || (isBusy(device.state.status) && device.state.status !== 'moving')
  const keys = useUnlockKeys<UnlockSeconds>(
    () => onUnlock(type),
    () => !cannot && !isWaiting,
  )
  const isOpen = isDoorOpen(device)
  const sensor = lockSensorOf(device.state)
  return (
    <div className={styles.panel} data-old={isOld(device, stale)}>
      <div className={styles.head}>
        <div className={styles.words}>
          <p className={styles.part}>{t(`card.lockName.${type}`)}</p>
          <p className={styles.word}>{t(`card.lock.${state}`)}</p>
          <p className={styles.line}>
            {view.pending !== null && <Spinner size="small" />}
            {stale && device.connected && <StaleMark />}
            {!device.connected && <LastKnown reportedAt={device.state.reportedAt} />}
            {keys.isHinting ? t('card.holdOn') : view.pending === null ? null : t('card.sending')}
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
          label={t('card.lockKey', { lock: t(`card.lockName.${type}`), state: t(`card.lock.${state}`) })}
          isHeld
          isWaiting={isWaiting || state === 'locking'}
          disabled={cannot || isWaiting}
          unlocked={null}
          onUnlock={() => keys.press(null)}
          onAsk={() => keys.ask(null)}
          onShort={keys.hint}
        />
      </div>
      <div className={styles.foot}>
        <div className={styles.notes}>
          {/* What must be held is not had by a tap on "try again". */}
          <CommandNote
            failure={device.connected ? view.error : null}
            onRetry={null}
            onDismiss={onDismissError}
          />
        </div>
        <UnlockKey keys={keys} isWaiting={isWaiting} disabled={cannot} />
      </div>
    </div>
  )
}

/** The key to hold; in its place, the question that a keyboard is asked instead. */
function UnlockKey({
  keys,
  isWaiting,
  disabled,
}: {
  keys: UnlockKeys
  isWaiting: boolean
  disabled: boolean
}) {
  const { t } = useTranslation()
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
      {t('card.holdOn')}
    </HoldButton>
  )
}
