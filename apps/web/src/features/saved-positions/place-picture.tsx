import { type DeviceInfo, kindOf, slatAngle, type Target } from '@senca/contract'
import { useEffect, useRef, useState } from 'react'
import { viewOf } from '#features/device-model/views/scene-of.ts'
import { mainAxisOf } from '#features/device-model/views/shade-view.ts'
import { positionAt } from '#features/device-parts/drag.ts'
import type { Rect } from '#light/paint/geometry.ts'
import { TRAVEL } from '#light/paint/glide.ts'
import { RoomCanvas } from '#light/room/room-canvas.tsx'
import { roomFrameOf } from '#light/room/room-frame.ts'
import type { RoomKind, RoomScene } from '#light/room/room-scene.ts'
import { isWithin } from '#ui/controls/drag.ts'
import { usePointerDrag } from '#ui/controls/use-drag.ts'
import styles from './places.module.css'

/**
 * The scene of a shade at a saved or chosen position, independent of its current state. Null for a device that is not a shade.
 */
function placeSceneOf(device: DeviceInfo, place: Target | null): RoomScene | null {
  const { devicetype } = device
  if (devicetype === 'home_door' || devicetype === 'light' || kindOf(devicetype).family !== 'shade')
    return null
  const inclination = place?.inclination ?? device.state.inclination ?? 0.5
  return {
    kind: devicetype,
    freshness: 'live',
    view: viewOf(device.id),
    reported: place?.[mainAxisOf(device)] ?? null,
    target: null,
    draft: null,
    tilt: slatAngle(inclination, device.settings.inclinationType ?? 'full_180'),
    isBusy: false,
  }
}

/**
 * The shade at the chosen position, filling its positioned parent. It can be dragged up and down. A pointer that leaves it
 * cancels the drag and may resume it by coming back. The controls below can do everything that is possible here.
 */
export function PlacePicture(props: {
  device: DeviceInfo
  place: Target | null
  isHeld: boolean
  /** Called with each position 0..1 of the drag; null when the pointer was released or left. */
  onHold: (share: number | null) => void
  onRelease: (share: number) => void
}) {
  const scene = placeSceneOf(props.device, props.place)
  if (scene === null) return null
  return (
    <>
      <RoomCanvas scene={scene} glide={props.isHeld ? null : TRAVEL} />
      <Way kind={scene.kind} onHold={props.onHold} onRelease={props.onRelease} />
    </>
  )
}

/** The part of the picture in which the shade can be dragged. */
function Way(props: {
  kind: RoomKind
  onHold: (share: number | null) => void
  onRelease: (share: number) => void
}) {
  const stage = useRef<HTMLDivElement>(null)
  const [pane, setPane] = useState<Rect | null>(null)

  useEffect(() => {
    const target = stage.current
    if (target === null) return
    const observer = new ResizeObserver(() => {
      setPane(roomFrameOf(props.kind, { width: target.clientWidth, height: target.clientHeight }).pane)
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [props.kind])

  const { pointerHandlers } = usePointerDrag({
    isPossible: true,
    placeOf(event) {
      const area = event.currentTarget.getBoundingClientRect()
      const isInside = isWithin(event.clientX, event.clientY, area, event.pointerType === 'touch')
      return { value: positionAt(event.clientY, area), isInside }
    },
    onDraft: props.onHold,
    onCommit: props.onRelease,
  })

  return (
    <div ref={stage} className={styles.cover}>
      {pane !== null && (
        <div
          className={styles.way}
          data-place="way"
          style={{ left: pane.x, top: pane.y, width: pane.w, height: pane.h }}
          {...pointerHandlers}
        />
      )}
    </div>
  )
}
