import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { unlockKeyOf } from '#features/device-parts/unlock-words.ts'
import { useCommandKey } from '#ui/controls/command-block.ts'
import { useHold } from '#ui/controls/use-hold.ts'
import { Icon } from '#ui/layout/icon.tsx'
import type { TileProps } from '../card-props.ts'
import { useOpenedCard } from '../opened-card.ts'
import styles from './tile-lock.module.css'

/**
 * The key of a door, which unlocks all its locks. It unlocks only when it is held; a keyboard or a screen reader, which cannot hold,
 * opens the screen of the door.
 */
export function TileLock(props: TileProps & { onShort: () => void }) {
  const { device, stale, pending } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const card = useOpenedCard(device.id)
  const { label, locks, ...key } = unlockKeyOf(device, { stale, isHeld: true }, t)
  const { isIdle, attributes } = useCommandKey({ disabled: !key.isPossible || pending !== null })
  const { isHolding, handlers } = useHold({
    disabled: isIdle,
    onHeld: () => props.onUnlock(locks),
    onAsk: () => {
      if (!card.open()) navigate(devicePath(device, 'control'), { state: deviceLinkState(device) })
    },
    onShort: props.onShort,
  })
  return (
    <button
      {...handlers}
      {...attributes}
      type="button"
      className={styles.key}
      data-holding={isHolding}
      aria-label={label}
      title={label}
    >
      <Icon name="unlock" size={22} />
    </button>
  )
}
