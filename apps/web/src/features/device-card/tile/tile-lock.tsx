import { canUse, isBusy } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { unlockCapabilityOf } from '#features/device-model/views/door-view.ts'
import { lockStateWords, unlockWords } from '#features/device-parts/unlock-words.ts'
import { useHold } from '#ui/controls/use-hold.ts'
import { Icon } from '#ui/layout/icon.tsx'
import type { TileProps } from '../card-props.ts'
import { useOpenedCard } from '../opened-card.ts'
import { onlyLockOf } from './tile-key.ts'
import styles from './tile-lock.module.css'

/**
 * The key of a door with one lock. It unlocks only when it is held; a keyboard or a screen reader, which cannot hold, opens the
 * screen of the door.
 */
export function TileLock(props: TileProps & { onShort: () => void }) {
  const { device, stale, pending } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const card = useOpenedCard(device.id)
  const lock = onlyLockOf(device)
  const isPossible =
    lock !== null &&
    canUse(device, unlockCapabilityOf(lock.type)) &&
    !isBusy(device.state.status) &&
    pending === null
  const { isHolding, handlers } = useHold({
    disabled: !isPossible,
    onHeld: () => lock !== null && props.onUnlock(lock.type),
    onAsk: () => {
      if (!card.open()) navigate(devicePath(device, 'control'), { state: deviceLinkState(device) })
    },
    onShort: props.onShort,
  })
  if (lock === null) return null
  const label = t('card.lockKey', {
    lock: device.name,
    state: lockStateWords(device, lock.state, stale, t),
    action: unlockWords(device, lock.type, t),
  })
  return (
    <button
      {...handlers}
      type="button"
      className={styles.key}
      data-holding={isHolding}
      aria-label={label}
      title={label}
      aria-disabled={!isPossible || undefined}
    >
      <Icon name={lock.state === 'unlocked' ? 'unlock' : 'lock'} size={22} />
    </button>
  )
}
