import { OpeningWall } from '#light/OpeningWall.tsx'
import styles from './entrance.module.css'

const PATCH = { left: 0.22, top: 0.12, width: 0.56, height: 0.56, position: 0.5, tilt: -60 }

/** The wall beside the forms of the entrance, and the light that falls on it. */
export function EntranceWall() {
  return (
    <div className={styles.wall} aria-hidden="true">
      <OpeningWall wall={PATCH} />
      <span className={styles.word}>Senca</span>
    </div>
  )
}
