import { canUse, isBusy, type LockType } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { describeDevice } from '#features/device-model/views/describe-device.ts'
import {
  type DoorLock,
  doorLightsOf,
  foilWordOf,
  isDoorOpen,
  locksOf,
  unlockCapabilityOf,
} from '#features/device-model/views/door-view.ts'
import { freshnessOf, hasReported, sceneOf } from '#features/device-model/views/scene-of.ts'
import { useAnnouncement } from '#features/device-parts/announcer.tsx'
import { lockStateWords, unlockWords } from '#features/device-parts/unlock-words.ts'
import { useUnlockKeys } from '#features/device-parts/use-unlock-keys.ts'
import { FADE } from '#light/paint/glide.ts'
import { Button } from '#ui/controls/button.tsx'
import { HoldKey } from '#ui/controls/hold-key.tsx'
import { WallToggle } from '#ui/controls/wall-toggle.tsx'
import type { DeviceCardProps } from './card-props.ts'
import { CardShell } from './card-shell.tsx'
import styles from './door-card.module.css'
import { DoorState } from './door-state.tsx'

/** The toggles for the foil, door light and handle light that a door has, each with its name and state. */
function DoorToggles(props: DeviceCardProps) {
  const { state } = props.device
  const { t } = useTranslation()
  const isWaiting = isBusy(state.status) || props.pending !== null
  const foil = foilWordOf(state)
  const isMilky = foil === 'milky'
  return (
    <>
      {state.magicFoilConnected && (
        <WallToggle
          name={t('card.foil')}
          words={t(`card.foilState.${foil}`)}
          tone="on"
          pressed={isMilky}
          disabled={isWaiting || !canUse(props.device, 'setFoil')}
          onClick={() => props.onToggleFoil(!isMilky)}
        />
      )}
      {doorLightsOf(state).map(({ type, capability, level, name }) => {
        const isOn = level !== null && level > 0
        return (
          <WallToggle
            key={type}
            name={t(`card.${name}`)}
            words={t(`card.light.${level === null ? 'unknown' : isOn ? 'on' : 'off'}`)}
            tone="lit"
            pressed={isOn}
            disabled={isWaiting || !canUse(props.device, capability)}
            onClick={() => props.onToggleLight(type, !isOn)}
          />
        )
      })}
    </>
  )
}

const canUnlock = ({ device, pending }: DeviceCardProps, lock: LockType): boolean =>
  canUse(device, unlockCapabilityOf(lock)) && !isBusy(device.state.status) && pending === null

/** The card of a door: the state of lock and door, a button for each lock and a toggle for each other part. */
export function DoorCard(props: DeviceCardProps) {
  const { device } = props
  const { t } = useTranslation()
  const keys = useUnlockKeys(props.onUnlock, (lock) => canUnlock(props, lock))
  const described = describeDevice(device, props, t)
  const words = described.motion ?? described.figure
  useAnnouncement(device.id, t('card.announce', { name: device.name, state: described.spoken }))

  return (
    <CardShell
      {...props}
      scene={sceneOf(device, props.stale, null)}
      glide={FADE}
      grows="narrow"
      icon={isDoorOpen(device) === true ? 'doorOpen' : 'home_door'}
    >
      {isBusy(device.state.status) && <div className={styles.veil} />}
      <div className={styles.body}>
        <div className={styles.top}>
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
            <DoorState {...props} {...described} words={keys.isHinting ? t('card.holdOn') : words} />
          )}
        </div>
        {props.shared ??
          (hasReported(device) && (
            <>
              <div className={styles.keys}>
                {locksOf(device.state).map((lock) => (
                  <LockKey
                    key={lock.type}
                    {...props}
                    lock={lock}
                    onAsk={() => keys.ask(lock.type)}
                    onShort={keys.hint}
                  />
                ))}
              </div>
              <div className={styles.keys}>
                <DoorToggles {...props} />
              </div>
            </>
          ))}
      </div>
    </CardShell>
  )
}

function LockKey(props: DeviceCardProps & { lock: DoorLock; onAsk: () => void; onShort: () => void }) {
  const { device, lock } = props
  const { t } = useTranslation()
  const isLit = lock.state === 'unlocked' && freshnessOf(device, props.stale) === 'live'
  const name = t(`card.lockName.${lock.type}`)
  const action = unlockWords(device, lock.type, t)
  return (
    <HoldKey
      name={name}
      words={isLit ? t('card.lock.unlocked') : action}
      label={t('card.lockKey', {
        lock: name,
        state: lockStateWords(device, lock.state, props.stale, t),
        action,
      })}
      isLit={isLit}
      disabled={!canUnlock(props, lock.type)}
      onHeld={() => props.onUnlock(lock.type)}
      onAsk={props.onAsk}
      onShort={props.onShort}
    />
  )
}
