import type { DeviceInfo, Target } from '@senca/contract'
import { type PointerEvent, useRef, useState } from 'react'
import { TRAVEL } from '#light/glide.ts'
import { RoomCanvas } from '#light/RoomCanvas.tsx'
import { roomFrameOf } from '#light/room/room-frame.ts'
import { type Area, isWithin, positionAt } from '../control/drag.ts'
import { placeSceneOf } from './place-scene.ts'
import styles from './places.module.css'

/**
 * The shade where it would hang, to be dragged up and down. A hand that leaves it takes the drag back, and may come
 * back with it. Everything that can be done here can be done with the slider below too.
 */
export function PlacePicture(props: {
  device: DeviceInfo
  place: Target | null
  isHeld: boolean
  /** Where the hand holds the shade, 0..1; null when it let go or left. */
  onHold: (share: number | null) => void
  onRelease: (share: number) => void
}) {
  const stage = useRef<HTMLDivElement>(null)
  const [pointer, setPointer] = useState<number | null>(null)
  const scene = placeSceneOf(props.device, props.place)
  if (scene === null) return null

  /** Where the shade can be dragged, in the coordinates of pointers. */
  const areaOf = (): Area | null => {
    const box = stage.current?.getBoundingClientRect()
    if (box === undefined) return null
    const { pane } = roomFrameOf(scene.kind, { width: box.width, height: box.height })
    return { left: box.left + pane.x, top: box.top + pane.y, width: pane.w, height: pane.h }
  }
  const shareUnder = (event: PointerEvent): number | null => {
    const area = areaOf()
    const isInside =
      area !== null && isWithin(event.clientX, event.clientY, area, event.pointerType === 'touch')
    return area !== null && isInside ? positionAt(event.clientY, area) : null
  }
  const finish = () => {
    setPointer(null)
    props.onHold(null)
  }

  return (
    <div
      ref={stage}
      className={styles.stage}
      data-held={props.isHeld}
      onPointerDown={(event) => {
        const share = event.button === 0 && pointer === null ? shareUnder(event) : null
        if (share === null) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setPointer(event.pointerId)
        props.onHold(share)
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
    >
      <RoomCanvas scene={scene} glide={props.isHeld ? null : TRAVEL} />
    </div>
  )
}
