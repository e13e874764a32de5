import { type Axis, type DeviceInfo, kindOf, type Target, wholePercent } from '@senca/contract'
import type { TFunction } from 'i18next'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { queryClient } from '#core/api/query-client.ts'
import { hideMessage, type Message, messageStore, showMessage } from '#core/messages.ts'
import type { LampBefore, MovedDevice } from '#features/device-model/commands/last-move.ts'
import { readDevice } from '#features/device-model/device-cache.ts'
import { lastMove } from '#features/device-model/devices.ts'
import { endWordOf, figureText, mainAxisOf } from '#features/device-model/views/shade-view.ts'
import { useCommandKey } from '#ui/controls/command-block.ts'

const KEYS = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘+Z' : 'Ctrl+Z'

/** Offers in the message bar to undo the last move. It can be undone as long as the message is shown. */
export function UndoOffer() {
  const { t } = useTranslation()
  const devices = useStore(lastMove.store, (state) => state.devices)
  const isBlocked = useRef(false)
  isBlocked.current = useCommandKey({}).isBlocked
  const shown = useRef<{ message: Message | null; devices: readonly MovedDevice[] }>(NOTHING)

  useEffect(() => {
    const undo = () => {
      if (!isBlocked.current && lastMove.undo() > 0) showMessage('success', t('undo.done'))
    }
    if (devices.length === 0) {
      if (isCurrent(shown.current)) hideMessage()
      shown.current = NOTHING
      return
    }
    const press = (event: KeyboardEvent) => {
      if (!isUndoKey(event)) return
      event.preventDefault()
      undo()
    }
    // A device that refused its command leaves the offer; the message stays as it is.
    if (!devices.every((device) => shown.current.devices.includes(device))) {
      const action = {
        label: labelOf(devices, t),
        run: undo,
        shortcut: 'Control+Z Meta+Z',
        isPassing: true,
      }
      showMessage('success', textOf(devices, t), { action })
      shown.current = { message: messageStore.getState().message, devices }
    }
    const endWithMessage = messageStore.subscribe(() => {
      if (!isCurrent(shown.current)) lastMove.clear()
    })
    addEventListener('keydown', press)
    return () => {
      endWithMessage()
      removeEventListener('keydown', press)
    }
  }, [devices, t])

  // The message goes with the account.
  useEffect(
    () => () => {
      if (isCurrent(shown.current)) hideMessage()
      lastMove.clear()
    },
    [],
  )
  return null
}

const NOTHING = { message: null, devices: [] }

const isCurrent = ({ message }: { message: Message | null }): boolean =>
  message !== null && messageStore.getState().message === message

/**
 * Whether Ctrl+Z or Cmd+Z was pressed outside of a field and while no dialog is open. Fields have their own undo, and behind a dialog
 * the person does not see what would move.
 */
function isUndoKey(event: KeyboardEvent): boolean {
  const { target } = event
  const isTyping =
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select'))
  const isDialogOpen = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
  const isKey = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)
  return isKey && !event.shiftKey && !event.altKey && !event.defaultPrevented && !isTyping && !isDialogOpen
}

/**
 * What was moved: a device by its name, or how many. Where the main pointer is a mouse there is a keyboard too, whose keys are
 * named in a wide window.
 */
function textOf(devices: readonly MovedDevice[], t: TFunction): string {
  const ids = new Set(devices.map(({ id }) => id))
  const [only = ''] = ids
  const what =
    ids.size === 1 ? (readDevice(queryClient, only)?.name ?? '') : t('undo.several', { number: ids.size })
  return matchMedia('(hover: hover) and (pointer: fine) and (min-width: 900px)').matches
    ? `${what} · ${t('undo.keys', { keys: KEYS })}`
    : what
}

/** The label: "Back to 31%", "Open again" or "Turn off again" for one device or lamp, "Undo" for several. */
function labelOf(devices: readonly MovedDevice[], t: TFunction): string {
  const [only, ...others] = devices
  const device = only === undefined ? undefined : readDevice(queryClient, only.id)
  if (only === undefined || device === undefined || others.length > 0) return t('undo.all')
  const { before } = only
  if ('lightType' in before) return lampLabel(before, t)
  const { axis, share } = shownOf(device, before)
  const end = endWordOf(device, axis, share)
  return end === null ? t('undo.to', { figure: figureText(device, axis, share, t) }) : t(`undo.${end}`)
}

/** The label for a lamp: "Turn on again", or "Back to 40%" for a dimmed one. */
function lampLabel({ brightness }: LampBefore, t: TFunction): string {
  const percent = wholePercent(brightness)
  if (percent > 0 && percent < 100) return t('undo.to', { figure: t('card.percent', { value: percent }) })
  return t(percent === 0 ? 'undo.off' : 'undo.on')
}

/** The axis to name in the label: the main axis if its earlier position is known. */
function shownOf(device: DeviceInfo, before: Target): { axis: Axis; share: number } {
  const main = mainAxisOf(device)
  const axes: Axis[] = [main, ...kindOf(device.devicetype).axes]
  const axis = axes.find((one) => before[one] !== undefined) ?? main
  return { axis, share: before[axis] ?? 0 }
}
