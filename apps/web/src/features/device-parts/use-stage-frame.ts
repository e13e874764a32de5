import { type RefObject, useLayoutEffect, useState } from 'react'
import { type RoomFrame, roomFrameOf } from '#light/room/room-frame.ts'
import type { RoomKind } from '#light/room/room-scene.ts'

/** The layout of the stage, and the height at its top that is covered by text; null before it is measured. */
export function useStageFrame(
  kind: RoomKind,
  stage: RefObject<HTMLElement | null>,
  head: RefObject<HTMLElement | null>,
): { frame: RoomFrame; top: number } | null {
  const [layout, setLayout] = useState<{ width: number; height: number; top: number } | null>(null)
  // Must run before the first paint: the view transition from a card needs the window to be there.
  useLayoutEffect(() => {
    const [stageElement, headElement] = [stage.current, head.current]
    if (!stageElement || !headElement) return
    const measure = (): void => {
      const box = stageElement.getBoundingClientRect()
      const next = {
        width: Math.round(box.width),
        height: Math.round(box.height),
        top: Math.round(headElement.getBoundingClientRect().bottom - box.top),
      }
      setLayout((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(stageElement)
    observer.observe(headElement)
    return () => observer.disconnect()
  }, [stage, head])
  if (layout === null || layout.width === 0) return null
  const { top, ...size } = layout
  return { frame: roomFrameOf(kind, size, top), top }
}
