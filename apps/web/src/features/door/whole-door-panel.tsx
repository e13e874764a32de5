import type { DeviceInfo, LockType } from '@senca/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isOld } from '#features/device-model/views/scene-of.ts'
import { CommandNote } from '#features/device-parts/command-note.tsx'
import { unlockKeyOf } from '#features/device-parts/unlock-words.ts'
import { useUnlockKeys } from '#features/device-parts/use-unlock-keys.ts'
import styles from './door-panel.module.css'
import { DoorWords } from './door-words.tsx'
import { LockDisc } from './lock-disc.tsx'
import { UnlockQuestion } from './unlock-question.tsx'

/** The result of the newest unlock. */
export interface UnlockNote {
  failure: string | null
  isUnconfirmed: boolean
}

/**
 * The whole door: its state in one word, which is "Unlocked" only if no lock holds it, and the one key that unlocks all its locks. It
 * is shown to owners and guests; it only displays and calls back.
 */
export function WholeDoorPanel(props: {
  device: DeviceInfo
  stale: boolean
  /** The key must be held for a second. */
  isHeld: boolean
  mayUnlock: boolean
  /** The progress of an unlock as text; null when none is in flight. */
  progress: string | null
  isWaiting: boolean
  /** Since when the door is in its state, or when it locks again. */
  line: ReactNode
  facts: ReactNode
  /** The ring of the remaining time. */
  countdown?: ReactNode
  note: UnlockNote
  /** What to do about a fault of a lock. */
  advice?: ReactNode
  onUnlock: (locks: readonly LockType[]) => void
  onDismiss: () => void
}) {
  const { device, stale, isHeld, isWaiting, note } = props
  const { t } = useTranslation()
  const key = unlockKeyOf(device, { stale, isHeld }, t)
  const cannot = !key.isPossible || isWaiting
  const keys = useUnlockKeys<readonly LockType[]>(props.onUnlock, () => !cannot)
  const isProven = device.unlockBy === 'pin' || device.unlockBy === 'passkey'
  const again = () => (isProven ? keys.press(key.locks) : keys.ask(key.locks))

  return (
    <div className={styles.panel} data-old={isOld(device, stale)}>
      <div className={styles.head}>
        <DoorWords {...props} word={key.word} isHinting={keys.isHinting} />
        {props.mayUnlock && (
          <LockDisc
            ref={keys.discRef}
            state={key.state}
            isOld={isOld(device, stale)}
            label={key.label}
            action={key.action}
            isHeld={isHeld}
            isWaiting={isWaiting || key.state === 'locking'}
            disabled={cannot}
            onUnlock={() => keys.press(key.locks)}
            onAsk={() => keys.ask(key.locks)}
            onShort={keys.hint}
          >
            {props.countdown}
          </LockDisc>
        )}
      </div>
      <div className={styles.foot}>
        <div className={styles.notes}>
          {props.advice}
          <CommandNote
            {...note}
            // The key to hold is visible, and a retry by tap must not bypass holding. What may still happen is not sent again.
            onRetry={isHeld || cannot || note.isUnconfirmed ? null : again}
            onDismiss={props.onDismiss}
          />
        </div>
        {keys.isAsked && <UnlockQuestion keys={keys} />}
      </div>
    </div>
  )
}
