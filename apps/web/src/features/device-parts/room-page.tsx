import type { DeviceInfo } from '@senca/contract'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCommand, mayMaintain } from '#features/device-model/rights.ts'
import { freshnessOf } from '#features/device-model/views/scene-of.ts'
import { FADE } from '#light/paint/glide.ts'
import { RoomCanvas } from '#light/room/room-canvas.tsx'
import type { RoomScene } from '#light/room/room-scene.ts'
import { OfflinePlate } from './offline-plate.tsx'
import styles from './room-page.module.css'
import { useStageFrame } from './use-stage-frame.ts'

/**
 * The page of a door or a light. The header and `lead` lie over the room; `children` contains the controls, below the room on a
 * phone and beside it on a large screen. If the device is offline, the page says since when. Those texts are in the part
 * `device`.
 */
export function RoomPage(props: {
  device: DeviceInfo
  scene: RoomScene
  /** A slider is being dragged: the light follows it without an animation. */
  isHeld?: boolean
  header: ReactNode
  lead?: ReactNode
  /** What stands at the end of the panel, where there is room. */
  more?: ReactNode
  children: ReactNode
}) {
  const { device, scene } = props
  const { t } = useTranslation()
  const stage = useRef<HTMLDivElement>(null)
  const brow = useRef<HTMLDivElement>(null)
  const layout = useStageFrame(scene.kind, stage, brow)
  return (
    <div className={styles.page} data-lead={props.lead !== undefined}>
      <div className={styles.header}>{props.header}</div>
      {props.lead !== undefined && <div className={styles.lead}>{props.lead}</div>}
      <div ref={stage} className={styles.stage} data-device-room="" data-kind={scene.kind}>
        <RoomCanvas scene={scene} glide={props.isHeld ? null : FADE} top={layout?.top ?? 0} />
      </div>
      <div ref={brow} className={styles.brow} />
      {freshnessOf(device, false) === 'offline' && (
        <section className={styles.away} aria-label={t('card.offline')}>
          <OfflinePlate {...device} />
        </section>
      )}
      <div className={styles.panel}>
        {props.children}
        {!mayCommand(device) && (
          <p className={styles.rights}>
            {t(mayMaintain(device) ? 'control.hindrance.maintainOnly' : 'control.hindrance.viewOnly')}
          </p>
        )}
        {props.more !== undefined && <div className={styles.more}>{props.more}</div>}
      </div>
    </div>
  )
}
