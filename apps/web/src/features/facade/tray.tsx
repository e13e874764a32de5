import { type DeviceInfo, LIMITS } from '@senca/contract'
import { type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { type Facade, scaledBy } from './arrangement.ts'
import { freePlace } from './proposal.ts'
import styles from './tray.module.css'
import type { Arranging } from './use-arranging.ts'

const LARGER = 1.12

/** Below the house: the keys of the chosen window, and the devices that have no place yet. */
export function Tray(props: {
  facade: Facade
  unplaced: readonly DeviceInfo[]
  chosen: DeviceInfo | null
  arranging: Arranging
  onRenew: () => void
}) {
  const { facade, unplaced, chosen, arranging } = props
  const { t } = useTranslation()
  const place = arranging.chosen
  return (
    <div className={styles.tray} data-tray="">
      <p id="facade-hint" className={styles.hint}>
        {t('facade.hint')}
      </p>
      <div className={styles.keys}>
        {place !== null && chosen !== null && (
          <>
            <span className={styles.chosen}>{chosen.name}</span>
            <IconButton
              icon="minus"
              label={t('facade.smaller', { name: chosen.name })}
              onClick={() => arranging.put(scaledBy(1 / LARGER, place))}
            />
            <IconButton
              icon="plus"
              label={t('facade.larger', { name: chosen.name })}
              onClick={() => arranging.put(scaledBy(LARGER, place))}
            />
            <IconButton
              icon="close"
              label={t('facade.remove', { name: chosen.name })}
              onClick={() => arranging.remove(chosen.id)}
            />
          </>
        )}
        <Button variant="quiet" onClick={props.onRenew}>
          {t('facade.renew')}
        </Button>
      </div>
      <h2 className={styles.title}>{t('facade.tray')}</h2>
      {unplaced.length === 0 ? (
        <p className={styles.hint}>{t('facade.trayEmpty')}</p>
      ) : (
        <ul className={styles.list}>
          {unplaced.map((device) => (
            <li key={device.id}>
              <TrayDevice device={device} facade={facade} arranging={arranging} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A pointer that moves further than this drags. */
const TAP_PX = 6

/** A device without a place: a tap puts it on the wall, a drag puts it where it is dropped. */
function TrayDevice({
  device,
  facade,
  arranging,
}: {
  device: DeviceInfo
  facade: Facade
  arranging: Arranging
}) {
  const { t } = useTranslation()
  const pressedAt = useRef<{ x: number; y: number } | null>(null)
  const isFull = facade.length >= LIMITS.FACADE_DEVICES
  /** The place under a pointer; null where it is not over the house. */
  const placeUnder = ({ clientX, clientY }: PointerEvent) => {
    const wall = document.querySelector('[data-facade-wall]')?.getBoundingClientRect()
    if (!wall) return null
    const [x, y] = [(clientX - wall.left) / wall.width, (clientY - wall.top) / wall.height]
    if (x < 0 || x > 1 || y < 0 || y > 1) return null
    const free = freePlace(device, facade)
    return { ...free, x: x - free.w / 2, y: y - free.h / 2 }
  }
  return (
    <button
      type="button"
      className={styles.device}
      aria-label={t('facade.put', { name: device.name })}
      aria-disabled={isFull || undefined}
      onPointerDown={(event) => {
        pressedAt.current = { x: event.clientX, y: event.clientY }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerUp={(event) => {
        const start = pressedAt.current
        if (start === null || isFull) return
        if (Math.hypot(event.clientX - start.x, event.clientY - start.y) <= TAP_PX) return
        // This is no tap, wherever it ends.
        pressedAt.current = null
        const place = placeUnder(event)
        if (place !== null) arranging.put(place)
      }}
      onClick={(event) => {
        const isTap = pressedAt.current !== null || event.detail === 0
        pressedAt.current = null
        if (isTap && !isFull) arranging.put(freePlace(device, facade))
      }}
    >
      {device.name}
    </button>
  )
}
