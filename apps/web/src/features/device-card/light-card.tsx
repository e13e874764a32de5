import { canUse } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { describeDevice } from '#features/device-model/views/describe-device.ts'
import { channelsOf, lightWordOf } from '#features/device-model/views/light-view.ts'
import { sceneOf } from '#features/device-model/views/scene-of.ts'
import { useAnnouncement } from '#features/device-parts/announcer.tsx'
import { FADE } from '#light/paint/glide.ts'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import type { DeviceCardProps } from './card-props.ts'
import { CardShell } from './card-shell.tsx'
import styles from './light-card.module.css'

/** The card of a light: one switch for all its channels, which also shows when only some are on. */
export function LightCard(props: DeviceCardProps) {
  const { device } = props
  const { t } = useTranslation()
  const channels = channelsOf(device)
  const word = lightWordOf(channels)
  const {
    caption: words,
    figure,
    spoken,
    tone,
  } = describeDevice(device, { pending: null, stale: props.stale }, t)
  const lightWords = t(`card.light.${word}`)
  const isNew = tone === 'never'
  const isOffline = tone === 'offline'
  useAnnouncement(device.id, t('card.announce', { name: device.name, state: spoken }))

  return (
    <CardShell
      {...props}
      scene={sceneOf(device, props.stale, null)}
      glide={FADE}
      grows="wide"
      icon="light"
      isOld={tone === 'stale'}
    >
      <div className={styles.body}>
        <div className={styles.all}>
          <p className={styles.state}>
            {(isNew || isOffline) && <Icon name={isNew ? 'clock' : 'offline'} size={20} />}
            <span
              className={isNew || isOffline ? styles.offline : styles.word}
              data-numeral={!isNew && !isOffline && figure !== lightWords}
            >
              {isNew || isOffline ? words : figure}
            </span>
            {props.pending !== null && <Spinner size="small" />}
          </p>
          {props.shared === undefined && !isNew && (
            <Switch
              label={device.name}
              checked={word === 'on' || word === 'partly'}
              isPartly={word === 'partly'}
              description={lightWords}
              isCommand
              disabled={!canUse(device, 'setLight1') && !canUse(device, 'setLight2')}
              onChange={(checked) => {
                for (const { type, brightness } of channels) {
                  if (brightness === null || brightness > 0 !== checked) props.onToggleLight(type, checked)
                }
              }}
            />
          )}
        </div>
        {props.shared ?? (!isNew && props.parts)}
      </div>
    </CardShell>
  )
}
