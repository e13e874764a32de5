import { type Axis, type DeviceInfo, kindOf, type Target, wholePercent } from '@senca/contract'
import type { TFunction } from 'i18next'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { queryClient } from '#core/api/query-client.ts'
import type { LampBefore, MovedDevice } from '#features/device-model/commands/last-move.ts'
import { readDevice } from '#features/device-model/device-cache.ts'
import { lastMove } from '#features/device-model/devices.ts'
import { endWordOf, figureText, mainAxisOf } from '#features/device-model/views/shade-view.ts'
import { Button } from '#ui/controls/button.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { freePlace } from './free-place.ts'
import { isUndoKey } from './undo-key.ts'
import styles from './undo-offer.module.css'

const KEYS = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘+Z' : 'Ctrl+Z'

/** The offer to undo the last move, shown as long as that is possible. */
export function UndoOffer() {
  const { t } = useTranslation()
  const devices = useStore(lastMove.store, (state) => state.devices)
  const [isUndone, setUndone] = useState(false)
  const label = devices.length === 0 ? null : labelOf(devices, t)
  const undo = () => setUndone(lastMove.undo() > 0)
  const undoNow = useRef(undo)
  undoNow.current = undo

  useEffect(() => {
    if (devices.length === 0) return
    setUndone(false)
    const press = (event: KeyboardEvent) => {
      if (!isUndoKey(event)) return
      event.preventDefault()
      undoNow.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [devices])

  return (
    <>
      {label !== null && <Offer devices={devices} label={label} onUndo={undo} />}
      <VisuallyHidden live>
        {label !== null ? `${label}. ${t('undo.keys', { keys: KEYS })}` : isUndone ? t('undo.done') : ''}
      </VisuallyHidden>
    </>
  )
}

function Offer(props: { devices: readonly MovedDevice[]; label: string; onUndo: () => void }) {
  const { devices } = props
  const offer = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState<number | null>(null)
  useLayoutEffect(() => {
    const place = () => {
      const { current: element } = offer
      if (element !== null) setTop((current) => topFor(element, devices, current))
    }
    place()
    addEventListener('resize', place)
    addEventListener('scroll', place, { passive: true })
    // The headline of the home may take another line as soon as something moves.
    const page = new ResizeObserver(place)
    page.observe(document.body)
    return () => {
      page.disconnect()
      removeEventListener('resize', place)
      removeEventListener('scroll', place)
    }
  }, [devices])
  // An offer that disappears is not left by the pointer or the focus.
  useEffect(() => () => lastMove.hold(false), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while someone is about to press its button
    <div
      ref={offer}
      className={styles.offer}
      style={{ top: top ?? 0 }}
      onPointerEnter={() => lastMove.hold(true)}
      onPointerLeave={() => lastMove.hold(false)}
      onFocus={() => lastMove.hold(true)}
      onBlur={() => lastMove.hold(false)}
    >
      <Button variant="primary" aria-keyshortcuts="Control+Z Meta+Z" onClick={props.onUndo}>
        {props.label}
      </Button>
    </div>
  )
}

const CONTROLS = ':is(a[href], button, input, [role="slider"])'

/** The cards of a device and of its groups, and the panel of its own page. */
const placesOf = (id: string) =>
  `:is([data-device="${id}"], [data-group-of~="${id}"], [data-panel-of="${id}"])`

/**
 * The top of a place where the offer covers no control, and nothing of the moved devices. If there is none, it covers nothing of
 * the moved devices, or no control, or at least none of theirs.
 */
function topFor(offer: HTMLElement, devices: readonly MovedDevice[], current: number | null): number {
  const boxes = (selector: string) =>
    [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect())
  const places = devices.map(({ id }) => placesOf(CSS.escape(id)))
  const all = boxes(`:is(header, main) ${CONTROLS}:not(.${styles.offer} *)`)
  const own = boxes(places.join())
  const ownControls = boxes(places.map((place) => `${place} ${CONTROLS}`).join())
  const size = offer.getBoundingClientRect()
  const view = { width: innerWidth, height: innerHeight }
  return freePlace(size, view, [[...all, ...own], own, all, ownControls], current)
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
