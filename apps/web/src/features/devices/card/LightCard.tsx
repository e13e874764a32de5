import { canUse } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { FADE } from '#light/glide.ts'
import { Icon } from '#ui/Icon.tsx'
import { Sundial } from '#ui/Sundial.tsx'
import { Switch } from '#ui/Switch.tsx'
import { useAnnouncement } from './announcer.tsx'
import { CardShell } from './CardShell.tsx'
import type { DeviceCardProps } from './card-props.ts'
import styles from './LightCard.module.css'
import { channelsOf, lightWordOf } from './light-view.ts'
import { StaleMark } from './StaleMark.tsx'
import { freshnessOf, hasReported, sceneOf } from './scene-of.ts'

/** A light on its card: one switch for all its channels. */
export function LightCard(props: DeviceCardProps) {
  const { device } = props
  const { t } = useTranslation()
  const channels = channelsOf(device)
  const word = lightWordOf(channels)
  const freshness = freshnessOf(device, props.stale)
  const isOn = word === 'on' || word === 'partly'
  const isNew = !hasReported(device)
  const isAway = freshness === 'offline'
  const words = isNew ? t('card.never') : isAway ? t('card.offline') : t(`card.light.${word}`)
  useAnnouncement(device.id, t('card.announce', { name: device.name, state: words }))

  return (
    <CardShell {...props} scene={sceneOf(device, props.stale, null)} glide={FADE} icon="light">
      <p className={styles.state}>
        {(isNew || isAway) && <Icon name={isNew ? 'clock' : 'offline'} size={20} />}
        <span className={isNew || isAway ? styles.offline : styles.word}>{words}</span>
        {props.pending !== null && <Sundial size="small" />}
        {freshness === 'stale' && !isNew && <StaleMark />}
      </p>
      {!isNew && (
        <div className={styles.switch}>
          <Switch
            label={device.name}
            checked={isOn}
            disabled={!canUse(device, 'setLight1') && !canUse(device, 'setLight2')}
            onChange={(checked) => {
              for (const { type, brightness } of channels) {
                if (brightness === null || brightness > 0 !== checked) props.onToggleLight(type, checked)
              }
            }}
          />
        </div>
      )}
    </CardShell>
  )
}
