import type { DeviceInfo, LockType } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { mayCommand } from '#features/device-model/rights.ts'
import { locksOf, unlockCapabilityOf } from '#features/device-model/views/door-view.ts'
import { isOld } from '#features/device-model/views/scene-of.ts'
import { CommandNote } from '#features/device-parts/command-note.tsx'
import { useLane } from '#features/device-parts/use-lane.ts'
import { OPEN_PULSE_S, type UnlockSeconds } from '#features/device-parts/use-unlock-keys.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import type { DoorHistory, LockMoment } from './door-history.ts'
import styles from './door-panel.module.css'
import { lockLine } from './lock-lines.ts'
import { LockRow } from './lock-row.tsx'
import { useSecondsLeft } from './use-door-history.ts'

interface LocksPanelProps {
  device: DeviceInfo
  stale: boolean
  history: DoorHistory
  /** The owner of the door requires a proof, and the dialog for it is open. */
  isAsking: boolean
  onUnlock: (locks: readonly LockType[], seconds: UnlockSeconds) => void
}

/** Each lock of a door alone: its state, a key that unlocks it for the time of the door, and one for the door-open pulse. */
export function LocksPanel(props: LocksPanelProps) {
  const { device, stale, history } = props
  return (
    <div className={styles.panel} data-old={isOld(device, stale)}>
      <div className={styles.locks}>
        {locksOf(device.state).map(({ type }) => {
          const moment = history.locks[type]
          return moment === undefined ? null : <LiveLock key={type} {...props} lock={type} moment={moment} />
        })}
      </div>
    </div>
  )
}

function LiveLock(props: LocksPanelProps & { lock: LockType; moment: LockMoment }) {
  const { device, stale, lock, moment, isAsking } = props
  const { t } = useTranslation()
  const lane = useLane(device.id, unlockCapabilityOf(lock))
  const secondsLeft = useSecondsLeft(moment.unlocked)
  const notified = { t, tag: formatTag(currentLanguage()), now: pageNow() }
  const [last, setLast] = useState<UnlockSeconds>(null)
  const isJammed = lane.hasFallenShort && moment.state === 'jammed'
  return (
    <LockRow
      device={device}
      stale={stale}
      lock={lock}
      isHeld={device.unlockBy === 'hold'}
      mayUnlock={mayCommand(device)}
      progress={lane.progress}
      isWaiting={isAsking || lane.isInFlight}
      line={lockLine(device, lock, moment, secondsLeft, notified)}
      pulse={{ seconds: OPEN_PULSE_S, words: t(device.unlockBy === 'hold' ? 'door.openHold' : 'door.open') }}
      onUnlock={(seconds) => {
        setLast(seconds)
        props.onUnlock([lock], seconds)
      }}
    >
      {(retry) => (
        <CommandNote
          failure={device.connected && !isJammed ? lane.failure : null}
          isUnconfirmed={lane.isUnconfirmed}
          onRetry={lane.isUnconfirmed ? null : retry && (() => retry(last))}
          onDismiss={lane.dismiss}
        />
      )}
    </LockRow>
  )
}
