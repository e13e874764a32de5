import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OpeningWall } from '#light/wall/opening-wall.tsx'
import styles from './entrance.module.css'

const PATCH = { left: 0.22, top: 0.1, width: 0.58, height: 0.6, position: 0.5, tilt: -60 }

/** The light is animated once per visit and not on every page of the entrance. */
let hasArrived = false

/** The wall beside the forms of the entrance, with the light on it, and what Senca is. */
export function EntranceWall() {
  const { t } = useTranslation()
  const [isOpen] = useState(hasArrived)
  useEffect(() => {
    hasArrived = true
  }, [])
  return (
    <div className={styles.wall}>
      <OpeningWall wall={PATCH} isOpen={isOpen} />
      <div className={styles.brand}>
        <span className={styles.word} aria-hidden="true">
          Senca
        </span>
        <p>{t('login.tagline')}</p>
      </div>
    </div>
  )
}
