import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceLinkState } from '#features/device-model/device-paths.ts'
import { usePictured } from '#features/device-model/previewed-day.ts'
import { sceneOf } from '#features/device-model/views/scene-of.ts'
import { LastKnown } from '#features/device-parts/last-known.tsx'
import { LowBattery } from '#features/device-parts/lazy-battery-sign.tsx'
import { CardCanvas } from '#light/card/card-canvas.tsx'
import type { CardScene } from '#light/card/card-scene.ts'
import type { Glide } from '#light/paint/glide.ts'
import { wantsStillness } from '#light/paint/stillness.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { AppLink } from '#ui/layout/app-link.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import type { IconName } from '#ui/layout/icon-paths.ts'
import type { DeviceCardProps } from './card-props.ts'
import styles from './card-shell.module.css'
import { useOpenedCard } from './opened-card.ts'

/** The frame of all cards: the room, the name, the icon of the device type and the error. */
export function CardShell(
  props: Pick<
    DeviceCardProps,
    | 'device'
    | 'stale'
    | 'href'
    | 'whose'
    | 'note'
    | 'error'
    | 'isUnconfirmed'
    | 'onDismissError'
    | 'canRetry'
    | 'onRetry'
  > & {
    scene: CardScene
    /** The animation of the light to its next state; null while a slider is dragged. */
    glide: Glide | null
    icon: IconName
    /** The state may be outdated: its age stands below the name. */
    isOld: boolean
    /**
     * The height of the card adapts to its content, with a narrow or a wide picture. Otherwise the content must fit into the
     * fixed height of a card.
     */
    grows?: 'narrow' | 'wide'
    children: ReactNode
  },
) {
  const { t } = useTranslation()
  const nameId = useId()
  const { device, href, error, isUnconfirmed = false } = props
  const { isOpened, open } = useOpenedCard(device.id)
  const { pictured, note } = usePictured(device)
  const isPreviewed = pictured !== device
  return (
    <article
      className={styles.card}
      aria-labelledby={nameId}
      data-freshness={props.scene.freshness}
      data-previewed={isPreviewed || undefined}
    >
      <div className={styles.room} data-grows={props.grows} data-device-room={isOpened ? '' : undefined}>
        <CardCanvas
          scene={isPreviewed ? sceneOf(pictured, props.stale, null) : props.scene}
          glide={props.glide}
        />
        <LowBattery device={device} on="card" />
        <div className={styles.head}>
          <h3 id={nameId} className={styles.name}>
            {href === null ? (
              <span>{device.name}</span>
            ) : (
              <AppLink
                className={styles.link}
                to={href}
                state={deviceLinkState(device)}
                viewTransition={!wantsStillness()}
                onClick={open}
              >
                {device.name}
              </AppLink>
            )}
            {note !== null && <span className={styles.also}>{` ${note}`}</span>}
          </h3>
          <Icon name={props.icon} size={22} />
          {props.whose}
          {props.isOld && (
            <span className={styles.age}>
              <LastKnown state={device.state} />
            </span>
          )}
        </div>
        {props.children}
        {error !== null && (
          <div
            className={styles.error}
            role={isUnconfirmed ? 'status' : 'alert'}
            data-unconfirmed={isUnconfirmed}
          >
            <Icon name={isUnconfirmed ? 'clock' : 'alert'} size={18} />
            <span>{error}</span>
            {props.canRetry && (
              <Button variant="quiet" isCommand onClick={props.onRetry}>
                {t('life.retry')}
              </Button>
            )}
            <IconButton icon="close" label={t('card.dismiss')} onClick={props.onDismissError} />
          </div>
        )}
      </div>
      {props.note}
    </article>
  )
}
