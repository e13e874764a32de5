import type { DeviceInfo, LockType } from '@senca/contract'
import type { TFunction } from 'i18next'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { mayCommand } from '#features/device-model/rights.ts'
import { lockStateOf, locksOf } from '#features/device-model/views/door-view.ts'
import { type Lane, useLane } from '#features/device-parts/use-lane.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { Icon } from '#ui/layout/icon.tsx'
import { Countdown } from './countdown.tsx'
import { type DoorHistory, doorMomentOf } from './door-history.ts'
import styles from './door-panel.module.css'
import { lockLine, sensorLines } from './lock-lines.ts'
import { useSecondsLeft } from './use-door-history.ts'
import { type UnlockNote, WholeDoorPanel } from './whole-door-panel.tsx'

/** The whole door of this home, with its one key. */
export function DoorPanel(props: {
  device: DeviceInfo
  stale: boolean
  history: DoorHistory
  /** The owner of the door requires a proof, and the dialog for it is open. */
  isAsking: boolean
  /** Who unlocked the door last, if the person may know that. */
  lastCame?: ReactNode
  onUnlock: (locks: readonly LockType[]) => void
}) {
  const { device, history, isAsking } = props
  const { t } = useTranslation()
  const lanes = useLockLanes(device)
  const missed = useMissedUnlock(device)
  const decisive = doorMomentOf(device, history)
  const secondsLeft = useSecondsLeft(decisive?.moment.unlocked ?? null)
  const notified = { t, tag: formatTag(currentLanguage()), now: pageNow() }
  const isUnlocked = lockStateOf(locksOf(device.state)) === 'unlocked'
  // While the door is open no lock locks, so there is no countdown.
  const unlocked = history.isOpen === true || !isUnlocked ? null : decisive?.moment.unlocked
  return (
    <WholeDoorPanel
      {...props}
      isHeld={device.unlockBy === 'hold'}
      mayUnlock={mayCommand(device)}
      progress={isAsking ? t('door.asking') : lanes.progress}
      isWaiting={isAsking || lanes.isInFlight}
      line={decisive && lockLine(device, decisive.lock, decisive.moment, secondsLeft, notified)}
      facts={
        <>
          {sensorLines(device, history, notified).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          {/* The door stayed locked, so nobody came. */}
          {!missed.isMissed && props.lastCame}
        </>
      }
      countdown={unlocked != null && <Countdown {...unlocked} />}
      note={device.connected ? lanes.note : NO_NOTE}
      advice={device.connected && <LockAdvice device={device} isMissed={missed.isMissed} />}
      onUnlock={(locks) => {
        missed.begin(locks)
        props.onUnlock(locks)
      }}
      onDismiss={lanes.dismiss}
    />
  )
}

/** What to do about a lock that is jammed or unknown, or an unlock that was too short for all locks. */
function LockAdvice({ device, isMissed }: { device: DeviceInfo; isMissed: boolean }) {
  const { t } = useTranslation()
  const states = locksOf(device.state).map(({ state }) => state)
  const fault =
    (['jammed', 'unknown'] as const).find((state) => states.includes(state)) ??
    (isMissed ? ('relocked' as const) : undefined)
  if (fault === undefined) return null
  return (
    <p className={styles.advice} role="alert">
      <Icon name="alert" size={20} />
      <span>{t(`door.${fault}`)}</span>
    </p>
  )
}

/**
 * Whether the newest unlock of several locks opened each of them, but never all at once: a lock that stays unlocked for a second may
 * be locked again before the motor of the other one is done.
 */
function useMissedUnlock({ state }: DeviceInfo) {
  const [isMissed, setMissed] = useState(false)
  const isAwaited = useRef(false)
  const locks = locksOf(state)
  const whole = lockStateOf(locks)
  const isAnyOpen = locks.some((lock) => lock.state === 'unlocked')
  const before = useRef(whole)
  useEffect(() => {
    const was = before.current
    before.current = whole
    if (whole === 'unlocked') {
      isAwaited.current = false
      setMissed(false)
    } else if (isAwaited.current && was === 'unlocking' && whole === 'locked' && isAnyOpen) {
      isAwaited.current = false
      setMissed(true)
    }
  }, [whole, isAnyOpen])
  const begin = (asked: readonly LockType[]) => {
    isAwaited.current = asked.length > 1
    setMissed(false)
  }
  return { isMissed, begin }
}

const NO_NOTE: UnlockNote = { failure: null, isUnconfirmed: false }

/** The newest unlock of each lock of a door as one: whether any is in flight, and which locks failed and why. */
function useLockLanes({ id, state }: DeviceInfo) {
  const { t } = useTranslation()
  const lanes = [
    { type: 'magnet' as const, lane: useLane(id, 'unlockMagnet') },
    { type: 'motor' as const, lane: useLane(id, 'unlockMotor') },
  ]
  const failed = lanes.filter(
    ({ type, lane }) =>
      lane.failure !== null &&
      // The jammed state already says this, and more precisely.
      !(lane.hasFallenShort && locksOf(state).some((lock) => lock.type === type && lock.state === 'jammed')),
  )
  const dismiss = (): void => {
    for (const { lane } of failed) lane.dismiss()
  }
  return {
    isInFlight: lanes.some(({ lane }) => lane.isInFlight),
    progress: lanes.map(({ lane }) => lane.progress).find((progress) => progress !== null) ?? null,
    note: { failure: failureOf(failed, t), isUnconfirmed: failed.some(({ lane }) => lane.isUnconfirmed) },
    dismiss,
  }
}

/** The locks that failed by name, each reason once. */
function failureOf(failed: readonly { type: LockType; lane: Lane }[], t: TFunction): string | null {
  if (failed.length === 0) return null
  const reasons = new Set(failed.map(({ lane }) => lane.failure ?? ''))
  return [...reasons]
    .map((state) => {
      const name = failed
        .filter(({ lane }) => lane.failure === state)
        .map(({ type }) => t(`card.lockName.${type}`))
        .join(', ')
      return t('card.announce', { name, state })
    })
    .join(' ')
}
