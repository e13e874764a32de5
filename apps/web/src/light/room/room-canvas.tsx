import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Surface } from '../paint/brush.ts'
import { type Glide, play } from '../paint/glide.ts'
import { onPaintChange } from '../paint/paint-change.ts'
import { paletteAt } from '../paint/palette.ts'
import { wantsStillness } from '../paint/stillness.ts'
import { paintStillSky } from '../sky/still-sky.ts'
import styles from './room-canvas.module.css'
import { type RoomSize, roomFrameOf } from './room-frame.ts'
import { roomBetween } from './room-glide.ts'
import { paletteOf, roomLayers } from './room-layers.ts'
import type { RoomScene } from './room-scene.ts'
import { RoomStage } from './room-stage.ts'

/** Keeps a mounted room painted: at most once per frame, and only after changes. */
class RoomPainter {
  readonly #back: RoomStage
  readonly #front: RoomStage
  readonly #element: HTMLElement
  #frame = 0
  #wanted: { scene: RoomScene; size: RoomSize; top: number; isMoving: boolean } | null = null

  constructor(element: HTMLElement, back: HTMLElement, front: HTMLElement) {
    this.#element = element
    this.#back = new RoomStage(back)
    this.#front = new RoomStage(front)
  }

  show(scene: RoomScene, size: RoomSize, top: number, isMoving: boolean): void {
    this.#wanted = { scene, size, top, isMoving }
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.paint())
  }

  paint(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    if (!this.#wanted) return
    const { scene, size, top, isMoving } = this.#wanted
    const frame = roomFrameOf(scene.kind, size, top)
    const daylight = paletteAt(this.#element)
    const palette = paletteOf(scene, daylight)
    const outlook = scene.kind === 'pergola' ? 'open' : 'window'
    const back =
      frame.sky.w === 0
        ? []
        : [
            {
              name: 'sky',
              isStill: true,
              rect: frame.sky,
              key: `${palette.key} ${scene.view}`,
              paint: (surface: Surface) => paintStillSky(surface, frame, palette, outlook, scene.view),
            },
          ]
    this.#back.show(back)
    this.#front.show(roomLayers(scene, frame, daylight, isMoving))
  }

  stop(): void {
    cancelAnimationFrame(this.#frame)
    this.#back.clear()
    this.#front.clear()
  }
}

/** The size of an element in whole CSS pixels; null until it is mounted. */
function useSize(element: { readonly current: HTMLElement | null }): RoomSize | null {
  const [size, setSize] = useState<RoomSize | null>(null)
  useEffect(() => {
    const target = element.current
    if (!target) return
    const observer = new ResizeObserver(() => {
      const next = { width: Math.round(target.clientWidth), height: Math.round(target.clientHeight) }
      setSize((before) => (before?.width === next.width && before.height === next.height ? before : next))
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return size
}

/**
 * A room with its device, filling its positioned parent. It is decorative: everything it shows is also available as text. It is
 * only drawn again when the scene changes. With `glide` the change is animated; with null, during a drag, it is immediate. `sky`
 * is shown behind the opening, over the painted sky, unless the device is offline. The first `top` CSS pixels are left for text.
 * `roomFrameOf(scene.kind, size, top)` returns the layout.
 */
export function RoomCanvas({
  scene,
  glide,
  sky,
  top = 0,
}: {
  scene: RoomScene
  glide: Glide | null
  sky?: ReactNode
  top?: number
}) {
  const room = useRef<HTMLDivElement>(null)
  const back = useRef<HTMLDivElement>(null)
  const front = useRef<HTMLDivElement>(null)
  const painter = useRef<RoomPainter>(null)
  const shown = useRef<RoomScene>(null)
  const size = useSize(room)
  const key = JSON.stringify(scene)

  useLayoutEffect(() => {
    if (!room.current || !back.current || !front.current) return
    const made = new RoomPainter(room.current, back.current, front.current)
    painter.current = made
    const forget = onPaintChange(() => made.paint())
    return () => {
      painter.current = null
      shown.current = null
      forget()
      made.stop()
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the scene by value, the glide belongs to it
  useLayoutEffect(() => {
    if (!size || size.width === 0 || size.height === 0) return
    const from = shown.current
    const show = (next: RoomScene, isMoving: boolean): void => {
      shown.current = next
      painter.current?.show(next, size, top, isMoving)
    }
    if (!from || !glide || wantsStillness()) {
      show(scene, from !== null && glide === null)
      return
    }
    return play(glide, (way, isOver) => show(roomBetween(from, scene, way), !isOver))
  }, [key, size, top])

  const frame = size ? roomFrameOf(scene.kind, size, top) : null
  return (
    <div ref={room} className={styles.room} aria-hidden="true">
      <div ref={back} className={styles.sheets} />
      {sky !== undefined && frame && scene.freshness !== 'offline' && (
        <div
          className={styles.sky}
          data-freshness={scene.freshness}
          style={{ left: frame.sky.x, top: frame.sky.y, width: frame.sky.w, height: frame.sky.h }}
        >
          {sky}
        </div>
      )}
      <div ref={front} className={styles.sheets} />
    </div>
  )
}
