import { useTranslation } from 'react-i18next'
import { Counted } from '#features/realtime/counted.tsx'
import { shadesAmong, useShadesTogether } from '../sections/use-shades-together.ts'
import { togetherText } from './together.ts'
import styles from './together-head.module.css'
import { TogetherKeys } from './together-keys.tsx'

/** The head of a room: its name, the state of its shades, and the keys that move all of them. */
export function TogetherHead(props: { name: string; nameId: string; deviceIds: readonly string[] }) {
  const { t } = useTranslation()
  const { name, deviceIds } = props
  const counts = useShadesTogether(deviceIds)
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        <h2 className={styles.name} id={props.nameId} tabIndex={-1}>
          {name}
        </h2>
        {counts.shades > 0 && (
          <p className={styles.state}>
            <Counted count={togetherText(counts, t)} />
          </p>
        )}
      </div>
      {counts.shades > 0 && (
        <div className={styles.keys}>
          <TogetherKeys room={name} counts={counts} shadesNow={() => shadesAmong(deviceIds)} />
        </div>
      )}
    </div>
  )
}
