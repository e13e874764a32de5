import { canClose, canOpen, type DeviceInfo } from '@senca/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { blockReasonOf } from '#features/device-model/views/control-view.ts'
import { mainAxisOf, type ShadeVerb, VERB_ICONS, verbTo } from '#features/device-model/views/shade-view.ts'
import { useCommandKey } from '#ui/controls/command-block.ts'
import { Icon } from '#ui/layout/icon.tsx'
import type { IconName } from '#ui/layout/icon-paths.ts'
import styles from './control-menu.module.css'

/** The menu uses icons that show the result of the action, because it has room for them. */
const ICONS = { ...VERB_ICONS, open: 'opened', close: 'roller_shutter' } as const satisfies Record<
  ShadeVerb,
  IconName
>

/** What is opened is drawn above the menu, and two words have no room in a quarter of a phone. */
const SHORT = {
  open: 'open',
  close: 'close',
  extend: 'extend',
  retract: 'retract',
  openLouvres: 'open',
  closeLouvres: 'close',
} as const satisfies Record<ShadeVerb, ShadeVerb>

/** The entries open, close and the two saved positions, or why they are disabled while the shade is busy with something else. */
export function ControlMenu(props: {
  device: DeviceInfo
  onOpen: () => void
  onClose: () => void
  onVentilate: () => void
  onFavourite: (() => void) | null
}) {
  const { t } = useTranslation()
  const { device } = props
  const blockReason = blockReasonOf(device, mainAxisOf(device))
  const isBlocked = blockReason !== null && blockReason !== 'unable'
  const [opens, closes] = [verbTo(device, 'open'), verbTo(device, 'closed')]
  const reason = isBlocked ? t(`control.hindrance.${blockReason}`) : null
  return (
    <ul className={styles.menu} aria-label={t('control.menu')}>
      <Entry
        icon={ICONS[opens]}
        disabled={isBlocked || !canOpen(device)}
        reason={reason}
        onClick={props.onOpen}
        name={t(`control.${opens}`)}
      >
        {t(`control.${SHORT[opens]}`)}
      </Entry>
      <Entry
        icon={ICONS[closes]}
        disabled={isBlocked || !canClose(device)}
        reason={reason}
        onClick={props.onClose}
        name={t(`control.${closes}`)}
      >
        {t(`control.${SHORT[closes]}`)}
      </Entry>
      {device.can.includes('moveToVentilation') && (
        <Entry icon="airing" disabled={isBlocked} reason={reason} onClick={props.onVentilate}>
          {t('control.ventilation')}
        </Entry>
      )}
      {props.onFavourite !== null && (
        <Entry icon="star" disabled={isBlocked} reason={reason} onClick={props.onFavourite}>
          {t('control.favorite')}
        </Entry>
      )}
    </ul>
  )
}

/** While disabled an entry keeps its focus, so that a shade that reaches its end does not move the focus out of the menu. */
function Entry(props: {
  icon: IconName
  disabled: boolean
  /** Why it is disabled; null if no explanation is needed. */
  reason: string | null
  onClick: () => void
  /** The accessible name, where it says more than the word. */
  name?: string
  children: string
}) {
  const { reason } = props
  const reasonId = useId()
  const { isIdle, isBlocked, attributes } = useCommandKey(props)
  return (
    <li className={styles.entry}>
      <button
        type="button"
        className={styles.key}
        aria-label={props.name === props.children ? undefined : props.name}
        aria-describedby={reason === null || isBlocked ? undefined : reasonId}
        {...attributes}
        onClick={isIdle ? undefined : props.onClick}
      >
        <Icon name={props.icon} />
        <span className={styles.word}>{props.children}</span>
      </button>
      {reason !== null && (
        <span id={reasonId} hidden>
          {reason}
        </span>
      )}
    </li>
  )
}
