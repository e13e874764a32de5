import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Elevation, elevationOf } from '#light/facade/elevation.ts'
import { FacadeCanvas } from '#light/facade/facade-canvas.tsx'
import type { Facade } from './arrangement.ts'
import styles from './facade-stage.module.css'

/** The drawn house, as large as its place allows; `children` are its windows. A house with small windows is larger and scrolls. */
export function FacadeStage(props: { facade: Facade; children: (picture: Elevation) => ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  const picture = size && elevationOf(size, Math.min(1, ...props.facade.map(({ w }) => w)))
  const width = picture?.width
  useEffect(() => {
    // A house that is wider than its frame is shown from its middle.
    if (frame.current && width !== undefined)
      frame.current.scrollLeft = (width - frame.current.clientWidth) / 2
  }, [width])
  return (
    <div ref={frame} className={styles.frame}>
      {picture && (
        <div className={styles.picture} style={{ width: picture.width, height: picture.height }}>
          <FacadeCanvas picture={picture} />
          {props.children(picture)}
        </div>
      )}
    </div>
  )
}

/** The size of an element, without its scroll bars; null until it is known. */
function useSize(element: RefObject<HTMLElement | null>): { width: number; height: number } | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  useLayoutEffect(() => {
    const measured = element.current
    if (measured === null) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = measured
      if (width > 0 && height > 0)
        setSize((before) =>
          before?.width === width && before.height === height ? before : { width, height },
        )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return size
}
