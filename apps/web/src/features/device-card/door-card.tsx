import { canUse, isBusy, type LockType } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { describeDevice } from '#features/device-model/views/describe-device.ts'
import {
  canUnlock,
  doorLightsOf,
  foilWordOf,
  isDoorOpen,
  locksOf,
} from '#features/device-model/views/door-view.ts'
import { freshnessOf, hasReported, sceneOf } from '#features/device-model/views/scene-of.ts'
import { useAnnouncement } from '#features/device-parts/announcer.tsx'
import { unlockKeyOf } from '#features/device-parts/unlock-words.ts'
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

/** The card of a door: the state of lock and door, one key that unlocks it, and a toggle for each other part. */
export function DoorCard(props: DeviceCardProps) {
  const { device } = props
  const { t } = useTranslation()
  const keys = useUnlockKeys<readonly LockType[]>(
    props.onUnlock,
    (locks) => canUnlock(device, locks) && props.pending === null,
  )
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
      isOld={described.tone === 'stale'}
    >
      {isBusy(device.state.status) && !props.stale && <div className={styles.veil} />}
      <div className={styles.body}>
        <div className={styles.top}>
          {keys.isAsked ? (
            // biome-ignore lint/a11y/noStaticElementInteractions: Escape answers as the Cancel button does
            <div className={styles.question} onKeyDown={keys.onKeyDown}>
              <Button variant="primary" isCommand autoFocus onClick={() => keys.answer(true)}>
                {t('card.unlock')}
              </Button>
              <Button variant="quiet" onClick={() => keys.answer(false)}>
                {t('card.keepLocked')}
              </Button>
            </div>
          ) : (
            <DoorState {...props} {...described} words={words} />
          )}
        </div>
        {props.shared ??
          (hasReported(device) && (
            <>
              <div className={styles.keys}>
                {locksOf(device.state).length > 0 && (
                  <DoorKey {...props} isHinting={keys.isHinting} onAsk={keys.ask} onShort={keys.hint} />
                )}
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

/** The key that unlocks all locks of a door at once. On a card it is always held. */
function DoorKey(
  props: DeviceCardProps & {
    isHinting: boolean
    onAsk: (locks: readonly LockType[]) => void
    onShort: () => void
  },
) {
  const { device, stale } = props
  const { t } = useTranslation()
  const { state, word, action, label, locks, isPossible } = unlockKeyOf(device, { stale, isHeld: true }, t)
  return (
    <HoldKey
      icon="unlock"
      words={action ?? word}
      label={label}
      isHinting={props.isHinting}
      isLit={state === 'unlocked' && freshnessOf(device, stale) === 'live'}
      disabled={!isPossible || props.pending !== null}
      onHeld={() => props.onUnlock(locks)}
      onAsk={() => props.onAsk(locks)}
      onShort={props.onShort}
    />
  )
}
