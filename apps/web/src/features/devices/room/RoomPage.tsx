import type { DeviceInfo } from '@senca/contract'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { FADE } from '#light/glide.ts'
import { RoomCanvas } from '#light/RoomCanvas.tsx'
import type { RoomScene } from '#light/room/room-scene.ts'
import { Icon } from '#ui/Icon.tsx'
import { momentInWords } from '../control/since.ts'
import { useStageFrame } from '../control/use-stage-frame.ts'
import styles from './RoomPage.module.css'

/**
 * The page of a door or a light: its room, over which the header and what `lead`s lie, and what can be done there as
 * `children`, below it on a phone and beside it on a desk. A device that is away says since when.
 */
export function RoomPage(props: {
  device: DeviceInfo
  scene: RoomScene
  /** A hand holds a slider: the light follows it at once. */
  isHeld?: boolean
  header: ReactNode
  lead?: ReactNode
  children: ReactNode
}) {
  const { device, scene } = props
  const stage = useRef<HTMLDivElement>(null)
  const brow = useRef<HTMLDivElement>(null)
  const layout = useStageFrame(scene.kind, stage, brow)
  return (
    <div className={styles.page} data-lead={props.lead !== undefined}>
      <div className={styles.header}>{props.header}</div>
      {props.lead !== undefined && <div className={styles.lead}>{props.lead}</div>}
      <div ref={stage} className={styles.stage} data-device-room="">
        <RoomCanvas scene={scene} glide={props.isHeld ? null : FADE} top={layout?.top ?? 0} />
      </div>
      <div ref={brow} className={styles.brow}>
        {scene.freshness === 'offline' && <Away since={device.lastSeenAt} />}
      </div>
      <div className={styles.panel}>{props.children}</div>
    </div>
  )
}

function Away({ since }: { since: string | null }) {
  const { t } = useTranslation()
  const when = since && momentInWords(new Date(since), new Date(), formatTag(currentLanguage()))
  return (
    <div className={styles.away} role="status">
      <Icon name="offline" size={28} />
      <p className={styles.awayTitle}>{t('door.offline.title')}</p>
      {when !== null && <p>{t('door.offline.since', { when })}</p>}
    </div>
  )
}
