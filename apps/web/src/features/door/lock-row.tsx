import type { DeviceInfo, LockType } from '@senca/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AgeFirst, LastKnown } from '#features/device-parts/last-known.tsx'
import { unlockKeyOf } from '#features/device-parts/unlock-words.ts'
import { type UnlockSeconds, useUnlockKeys } from '#features/device-parts/use-unlock-keys.ts'
import { Button } from '#ui/controls/button.tsx'
import { HoldButton } from '#ui/controls/hold-button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import styles from './door-panel.module.css'
import { UnlockQuestion } from './unlock-question.tsx'

/** One lock of a door: its name and state, and the keys that unlock it alone. It only displays and calls back. */
export function LockRow(props: {
  device: DeviceInfo
  stale: boolean
  lock: LockType
  isHeld: boolean
  mayUnlock: boolean
  /** The progress of a command as text; null when none is in flight. */
  progress: string | null
  isWaiting: boolean
  /** Since when the lock is in its state, or when it locks again. */
  line: ReactNode
  /** The key for the door-open pulse; null for none. */
  pulse: { seconds: number; words: string } | null
  onUnlock: (seconds: UnlockSeconds) => void
  /** The notes; a retry asks first, unless the door requires a proof. Null where one tap is not enough. */
  children: (retry: ((seconds: UnlockSeconds) => void) | null) => ReactNode
}) {
  const { device, stale, lock, isHeld, isWaiting, pulse } = props
  const { t } = useTranslation()
  const key = unlockKeyOf(device, { stale, isHeld, lock }, t)
  const cannot = !key.isPossible || isWaiting
  const keys = useUnlockKeys<UnlockSeconds>(props.onUnlock, () => !cannot)
  const isProven = device.unlockBy === 'pin' || device.unlockBy === 'passkey'
  const name = t(`card.lockName.${lock}`)
  const pressed = (seconds: UnlockSeconds) => ({
    disabled: cannot,
    onHeld: () => keys.press(seconds),
    onAsk: () => keys.ask(seconds),
    onShort: keys.hint,
  })
  const keyOf = (seconds: UnlockSeconds, words: string, label: string) =>
    isHeld ? (
      <HoldButton variant="secondary" label={label} {...pressed(seconds)}>
        {words}
      </HoldButton>
    ) : (
      <Button
        wide
        isCommand
        aria-label={label}
        aria-disabled={cannot || undefined}
        onClick={cannot ? undefined : () => keys.press(seconds)}
      >
        {words}
      </Button>
    )
  return (
    <section className={styles.lock} aria-label={name}>
      <p className={styles.lockWords}>
        <strong>{name}</strong>
        {(stale || !device.connected) && <AgeFirst state={device.state} />}
        <span>{key.word}</span>
        <span className={styles.lockLine}>
          {keys.isHinting ? (
            t('card.holdOn')
          ) : props.progress !== null ? (
            <>
              <Spinner size="small" />
              <span>{props.progress}</span>
            </>
          ) : device.connected && !stale ? (
            props.line
          ) : (
            <LastKnown state={device.state} isReadBefore />
          )}
        </span>
      </p>
      {props.children(isHeld || cannot ? null : isProven ? keys.press : keys.ask)}
      {props.mayUnlock && (
        // The keys stay, because the one that asked gets the focus back.
        <div className={styles.lockKeys} hidden={keys.isAsked}>
          {pulse !== null && keyOf(pulse.seconds, pulse.words, `${name}: ${pulse.words}`)}
          {keyOf(null, key.action ?? key.word, key.label)}
        </div>
      )}
      {keys.isAsked && <UnlockQuestion keys={keys} />}
    </section>
  )
}
