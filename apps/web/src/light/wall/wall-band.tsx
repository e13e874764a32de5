import type { ReactNode } from 'react'
import styles from './wall-band.module.css'
import { WallCanvas, type WallLayout } from './wall-canvas.tsx'

const BAND: WallLayout = { left: 0.52, top: 0.12, width: 0.46, height: 0.62, position: 0.5, tilt: -58 }

/** A wall with light on it behind the introduction of a page. */
export function WallBand({ children }: { children: ReactNode }) {
  return (
    <div className={styles.band}>
      <div className={styles.wall}>
        <WallCanvas wall={BAND} />
      </div>
      {children}
    </div>
  )
}
