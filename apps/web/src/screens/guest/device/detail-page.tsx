import type { DeviceInfo } from '@senca/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { freshnessOf } from '#features/device-model/views/scene-of.ts'
import { useTag } from '#features/guest-link/use-guest.tsx'
import { shortMoment } from '#i18n/moments.ts'
import { CardCanvas } from '#light/card/card-canvas.tsx'
import type { CardScene } from '#light/card/card-scene.ts'
import type { Glide } from '#light/paint/glide.ts'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './detail.module.css'

/**
 * The page of a shared device: the header and `lead`, its light, and its controls below the light on a phone and beside it on a
 * large screen. If the device is offline, this is shown over its light.
 */
export function DetailPage(props: {
  device: DeviceInfo
  scene: CardScene
  /** The animation of the light to its next state; null while a slider is dragged. */
  glide: Glide | null
  header: ReactNode
  lead?: ReactNode
  children: ReactNode
}) {
  const { device, scene } = props
  return (
    <div className={styles.page}>
      <div className={styles.header}>{props.header}</div>
      <div className={styles.stage} data-device-room="">
        <CardCanvas scene={scene} glide={props.glide} isLarge />
        {freshnessOf(device, false) === 'offline' && <Away lastSeenAt={device.lastSeenAt} />}
      </div>
      <div className={styles.panel}>
        {props.lead !== undefined && <div className={styles.lead}>{props.lead}</div>}
        {props.children}
      </div>
    </div>
  )
}

function Away({ lastSeenAt }: { lastSeenAt: string | null }) {
  const { t } = useTranslation()
  const tag = useTag()
  return (
    <div className={styles.away} role="status">
      <strong className={styles.awayTitle}>
        <Icon name="offline" />
        <span>{t('card.offline')}</span>
      </strong>
      {lastSeenAt === null ? (
        <span>{t('card.never')}</span>
      ) : (
        <time dateTime={lastSeenAt}>
          {t('guest.since', { time: shortMoment(new Date(lastSeenAt), pageNow(), tag) })}
        </time>
      )}
    </div>
  )
}
