import type { DeviceInfo, Target } from '@senca/contract'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { positionAt } from '#features/device-parts/drag.ts'
import type { Rect } from '#light/paint/geometry.ts'
import { TRAVEL } from '#light/paint/glide.ts'
import { RoomCanvas } from '#light/room/room-canvas.tsx'
import { roomFrameOf } from '#light/room/room-frame.ts'
import type { RoomKind } from '#light/room/room-scene.ts'
import { isWithin } from '#ui/controls/drag.ts'
import { placeSceneOf } from './place-scene.ts'
import styles from './places.module.css'

/**
 * The shade where it would hang, filling its positioned parent, to be dragged up and down. A hand that leaves it takes the drag back, and may come
 * back with it. Everything that can be done here can be done with the controls below too.
 */
export function PlacePicture(props: {
  device: DeviceInfo
  place: Target | null
  isHeld: boolean
  /** Where the hand holds the shade, 0..1; null when it let go or left. */
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

/** Where the shade travels, as a hand can take it. */
function Way(props: {
  kind: RoomKind
  onHold: (share: number | null) => void
  onRelease: (share: number) => void
}) {
  const stage = useRef<HTMLDivElement>(null)
  const [pane, setPane] = useState<Rect | null>(null)
  const [pointer, setPointer] = useState<number | null>(null)

  useEffect(() => {
    const target = stage.current
    if (target === null) return
    const observer = new ResizeObserver(() => {
      setPane(roomFrameOf(props.kind, { width: target.clientWidth, height: target.clientHeight }).pane)
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [props.kind])

  const shareUnder = (event: PointerEvent): number | null => {
    const area = event.currentTarget.getBoundingClientRect()
    const isInside = isWithin(event.clientX, event.clientY, area, event.pointerType === 'touch')
    return isInside ? positionAt(event.clientY, area) : null
  }
  const finish = () => {
    setPointer(null)
    props.onHold(null)
  }

  return (
    <div ref={stage} className={styles.cover}>
      {pane !== null && (
        <div
          className={styles.way}
          style={{ left: pane.x, top: pane.y, width: pane.w, height: pane.h }}
          onPointerDown={(event) => {
            if (event.button !== 0 || pointer !== null) return
            event.currentTarget.setPointerCapture(event.pointerId)
            setPointer(event.pointerId)
            props.onHold(shareUnder(event))
          }}
          onPointerMove={(event) => {
            if (event.pointerId === pointer) props.onHold(shareUnder(event))
          }}
          onPointerUp={(event) => {
            if (event.pointerId !== pointer) return
            const share = shareUnder(event)
            finish()
            if (share !== null) props.onRelease(share)
          }}
          onPointerCancel={(event) => {
            if (event.pointerId === pointer) finish()
          }}
        />
      )}
    </div>
  )
}
