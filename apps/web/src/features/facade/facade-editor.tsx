import type { DeviceInfo, FacadePlace } from '@senca/contract'
import { type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDevice } from '#features/device-model/live-device.ts'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { sceneOf } from '#features/device-model/views/scene-of.ts'
import { prefer } from '#features/room-model/prefer.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { type Elevation, holeIn } from '#light/facade/elevation.ts'
import { FacadeWindowCanvas } from '#light/facade/facade-window-canvas.tsx'
import { FADE } from '#light/paint/glide.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import type { Facade } from './arrangement.ts'
import styles from './facade-editor.module.css'
import { FacadeStage } from './facade-stage.tsx'
import { styleOf } from './facade-window.tsx'
import { Tray } from './tray.tsx'
import { type Arranging, useArranging } from './use-arranging.ts'

/** The façade while it is arranged: its windows are dragged or moved by keys, and each change is saved at once. */
export function FacadeEditor({ facade, unplaced }: { facade: Facade; unplaced: readonly DeviceInfo[] }) {
  const { t } = useTranslation()
  const call = useServerCall<Facade>({
    meanwhile: 'sent',
    send: (next) => prefer({ facade: [...next] }),
  })
  const arranging = useArranging(facade, call.send)
  const chosen = arranging.chosen
  const device = useHomeDevices().find(({ id }) => id === chosen?.device)
  const percent = (share: number) => Math.round(share * 100)
  return (
    <>
      <FacadeStage facade={facade}>
        {(picture) => (
          <ul className={styles.windows} aria-label={t('facade.windows')}>
            <li
              className={styles.wall}
              style={styleOf(picture.wall)}
              data-facade-wall=""
              aria-hidden="true"
            />
            {arranging.facade.map((place) => (
              <MovableWindow key={place.device} place={place} picture={picture} arranging={arranging} />
            ))}
          </ul>
        )}
      </FacadeStage>
      <VisuallyHidden live>
        {chosen !== null && device
          ? t('facade.at', {
              name: device.name,
              x: percent(chosen.x),
              y: percent(chosen.y),
              w: percent(chosen.w),
              h: percent(chosen.h),
            })
          : ''}
      </VisuallyHidden>
      <Tray
        facade={arranging.facade}
        unplaced={unplaced}
        chosen={device ?? null}
        arranging={arranging}
        onRenew={() => call.send([])}
      />
    </>
  )
}

function MovableWindow(props: { place: FacadePlace; picture: Elevation; arranging: Arranging }) {
  const { place, picture, arranging } = props
  const { t } = useTranslation()
  const { data: device } = useDevice(place.device)
  const isSizing = useRef(false)
  if (!device) return null
  const wall = { width: picture.wall.w, height: picture.wall.h }
  const grab = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const { target } = event
    isSizing.current = target instanceof Element && target.closest('[data-corner]') !== null
    arranging.grab(place, event, isSizing.current)
  }
  return (
    <li className={styles.place} style={styleOf(holeIn(picture, place))} data-device={device.id}>
      <button
        type="button"
        className={styles.window}
        aria-label={device.name}
        aria-describedby="facade-hint"
        aria-pressed={arranging.chosen?.device === device.id}
        onPointerDown={grab}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) arranging.drag(event, wall)
        }}
        onPointerUp={(event) => arranging.drop(!isSizing.current && isOverTray(event))}
        onPointerCancel={arranging.cancel}
        onFocus={() => arranging.choose(device.id)}
        onBlur={arranging.settle}
        onKeyDown={(event) => {
          if (event.key === 'Escape') arranging.cancel()
          else arranging.press(event, place)
        }}
      >
        <FacadeWindowCanvas scene={sceneOf(device, false, null)} glide={FADE} />
        <span className={styles.name}>{device.name}</span>
        <span className={styles.corner} data-corner="" title={t('facade.size')} />
      </button>
    </li>
  )
}

/** Whether a pointer is over the tray: what is dropped there leaves the wall. */
export const isOverTray = ({ clientX, clientY }: { clientX: number; clientY: number }): boolean =>
  document.elementsFromPoint(clientX, clientY).some((element) => element.matches('[data-tray]'))
