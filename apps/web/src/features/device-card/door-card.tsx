import { canUse, isBusy, type LockType } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import {
  type DoorLock,
  isDoorOpen,
  lockSensorOf,
  lockStateOf,
  locksOf,
  unlockCapabilityOf,
} from '#features/device-model/door-view.ts'
import { freshnessOf, hasReported, sceneOf } from '#features/device-model/scene-of.ts'
import { useAnnouncement } from '#features/device-parts/announcer.tsx'
import { StaleMark } from '#features/device-parts/stale-mark.tsx'
import { useUnlockKeys } from '#features/device-parts/use-unlock-keys.ts'
import { FADE } from '#light/paint/glide.ts'
import { Button } from '#ui/controls/button.tsx'
import { HoldIconButton } from '#ui/controls/hold-icon-button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import type { DeviceCardProps } from './card-props.ts'
import { CardShell } from './card-shell.tsx'
import styles from './door-card.module.css'
import { DoorToggles } from './door-toggles.tsx'

const SENSOR_SIGN = { open: 'unlock', closed: 'lock', none: 'keyhole' } as const

/** What the locks and the leaf say: "Locked", "door closed". */
function useDoorWords({ device }: DeviceCardProps): string[] {
  const { t } = useTranslation()
  const { status } = device.state
  if (!hasReported(device)) return [t('card.never')]
  if (freshnessOf(device, false) === 'offline') return [t('card.offline')]
  const lock = lockStateOf(locksOf(device.state))
  if (status !== 'ready' && status !== 'offline') {
    return [lock === 'unlocking' || lock === 'locking' ? t(`card.lock.${lock}`) : t(`card.status.${status}`)]
  }
  const isOpen = isDoorOpen(device)
  const leaf = isOpen === null ? null : t(isOpen ? 'card.door.open' : 'card.door.closed')
  const words = [lock === null ? null : t(`card.lock.${lock}`), leaf]
  return words.filter((word) => word !== null)
}

const canUnlock = ({ device, pending }: DeviceCardProps, lock: LockType): boolean =>
  canUse(device, unlockCapabilityOf(lock)) && !isBusy(device.state.status) && pending === null

/** A door on its card: the disc of its lock's sensor, its state in words, and a key for each part it has. */
export function DoorCard(props: DeviceCardProps) {
  const { device } = props
  const { t } = useTranslation()
  const keys = useUnlockKeys(props.onUnlock, (lock) => canUnlock(props, lock))
  const words = useDoorWords(props)
  const locks = locksOf(device.state)
  useAnnouncement(device.id, t('card.announce', { name: device.name, state: words.join(', ') }))

  return (
    <CardShell
      {...props}
      scene={sceneOf(device, props.stale, null)}
      glide={FADE}
      icon={isDoorOpen(device) === true ? 'doorOpen' : 'home_door'}
    >
      {isBusy(device.state.status) && <div className={styles.veil} />}
      {keys.isAsked ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape answers as the Cancel button does
        <div className={styles.question} onKeyDown={keys.onKeyDown}>
          <Button variant="primary" autoFocus onClick={() => keys.answer(true)}>
            {t('card.unlock')}
          </Button>
          <Button variant="quiet" onClick={() => keys.answer(false)}>
            {t('card.keepLocked')}
          </Button>
        </div>
      ) : (
        <DoorState
          {...props}
          words={keys.isHinting ? [t('card.holdOn')] : words}
          hasLock={locks.length > 0}
        />
      )}
      <div className={styles.keys}>
        {locks.map((lock) => (
          <LockKey
            key={lock.type}
            {...props}
            lock={lock}
            onAsk={() => keys.ask(lock.type)}
            onShort={keys.hint}
          />
        ))}
        <DoorToggles {...props} />
      </div>
    </CardShell>
  )
}

function LockKey(props: DeviceCardProps & { lock: DoorLock; onAsk: () => void; onShort: () => void }) {
  const { lock } = props
  const { t } = useTranslation()
  const state = t(`card.lock.${lock.state}`)
  return (
    <HoldIconButton
      icon={lock.type}
      label={t('card.lockKey', { lock: t(`card.lockName.${lock.type}`), state })}
      pressed={lock.isLocked}
      disabled={!canUnlock(props, lock.type)}
      onHeld={() => props.onUnlock(lock.type)}
      onAsk={props.onAsk}
      onShort={props.onShort}
    />
  )
}

function DoorState(props: DeviceCardProps & { words: readonly string[]; hasLock: boolean }) {
  const { device } = props
  const { t } = useTranslation()
  const freshness = freshnessOf(device, props.stale)
  const sensor = lockSensorOf(device.state)
  if (freshness === 'offline' || !hasReported(device)) {
    return (
      <p className={styles.state}>
        <Icon name={hasReported(device) ? 'offline' : 'clock'} size={20} />
        {props.words}
      </p>
    )
  }
  if (isBusy(device.state.status) || props.pending !== null) {
    return (
      <p className={styles.state}>
        <Spinner />
        {isBusy(device.state.status) ? props.words : t('card.sending')}
      </p>
    )
  }
  return (
    <p className={styles.state}>
      {props.hasLock && (
        <span className={styles.disc} data-sensor={sensor}>
          <Icon name={SENSOR_SIGN[sensor]} size={18} />
          <VisuallyHidden>{t(`card.lockSensor.${sensor}`)}</VisuallyHidden>
        </span>
      )}
      {freshness === 'stale' && <StaleMark />}
      <span className={styles.words}>
        {props.words.map((words, index) => (
          <span key={words} className={styles.phrase}>
            {index + 1 < props.words.length ? `${words}, ` : words}
          </span>
        ))}
      </span>
    </p>
  )
}
