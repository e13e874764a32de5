import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { shadesAmong, useShadesTogether } from '../sections/use-shades-together.ts'
import type { TogetherCounts } from './together.ts'
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
        {counts.shades > 0 && <p className={styles.state}>{stateOf(counts, t)}</p>}
      </div>
      {counts.shades > 0 && (
        <TogetherKeys room={name} counts={counts} shadesNow={() => shadesAmong(deviceIds)} />
      )}
    </div>
  )
}

/** The combined state of the shades as text; empty if it is unknown. */
function stateOf({ shades: total, open, closed, unknown }: TogetherCounts, t: TFunction): string {
  if (total === 1) {
    if (unknown === 1) return ''
    return t(open === 1 ? 'home.room.oneOpen' : closed === 1 ? 'home.room.oneClosed' : 'home.room.onePartly')
  }
  if (open === total) return t('home.whole.allOpen')
  if (closed === total) return t('home.whole.allClosed')
  if (open > 0) return t('home.whole.someOpen', { part: open, total })
  if (closed + unknown < total)
    return t('home.whole.someNotClosed', { part: total - closed - unknown, total })
  return closed > 0 ? t('home.whole.someClosed', { part: closed, total }) : ''
}
