import { type DeviceInfo, isBusy } from '@senca/contract'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { usePictured } from '#features/device-model/previewed-day.ts'
import {
  type Description,
  describeDevice,
  levelText,
  shortLine,
} from '#features/device-model/views/describe-device.ts'
import { channelsOf } from '#features/device-model/views/light-view.ts'
import { freshnessOf, hasReported, sceneOf } from '#features/device-model/views/scene-of.ts'
import { figureText, mainAxisOf, tiltText } from '#features/device-model/views/shade-view.ts'
import { useAnnouncement } from '#features/device-parts/announcer.tsx'
import { AgeFirst, LastKnown } from '#features/device-parts/last-known.tsx'
import { LowBattery } from '#features/device-parts/lazy-battery-sign.tsx'
import { OwnerLabel } from '#features/device-parts/owner-label.tsx'
import { StaleMark } from '#features/device-parts/stale-mark.tsx'
import { useUnlockKeys } from '#features/device-parts/use-unlock-keys.ts'
import { CardCanvas } from '#light/card/card-canvas.tsx'
import { FADE, TRAVEL } from '#light/paint/glide.ts'
import { wantsStillness } from '#light/paint/stillness.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import type { DeviceCardProps, TileProps } from '../card-props.ts'
import { useOpenedCard } from '../opened-card.ts'
import styles from './device-tile.module.css'
import { lightsToSwitch, tileKeyOf } from './tile-key.ts'
import { TileLock } from './tile-lock.tsx'

/**
 * A device as a tile: its light, name and state, a link to its screen, and one key for what is done most. The words stand on the
 * wall, the key on the picture.
 */
export function DeviceTile(props: TileProps) {
  const { device, stale, error } = props
  const { t } = useTranslation()
  const nameId = useId()
  const stateId = useId()
  const { isOpened, open } = useOpenedCard(device.id)
  const { pictured, note } = usePictured(device)
  const described = describeDevice(device, props, t)
  const unlock = useUnlockKeys(props.onUnlock, () => false)
  const words = unlock.isHinting
    ? t('card.holdOn')
    : (lampsText(device, described, t) ?? shortLine(described))
  const slats = described.tone === 'resting' ? slatsText(device, t) : null
  useAnnouncement(device.id, t('card.announce', { name: device.name, state: described.spoken }))

  return (
    <article
      className={styles.tile}
      aria-labelledby={nameId}
      data-freshness={freshnessOf(device, stale)}
      data-previewed={pictured !== device || undefined}
    >
      <div className={styles.room} data-device-room={isOpened ? '' : undefined}>
        <CardCanvas
          scene={sceneOf(pictured, stale, null)}
          glide={device.devicetype === 'home_door' || device.devicetype === 'light' ? FADE : TRAVEL}
        />
      </div>
      <div className={styles.words}>
        <h3 id={nameId} className={styles.name}>
          <Link
            className={styles.link}
            to={devicePath(device, 'control')}
            state={deviceLinkState(device)}
            viewTransition={!wantsStillness()}
            aria-describedby={stateId}
            draggable={false}
            onClick={open}
          >
            {device.name}
          </Link>
          {note !== null && <span className={styles.also}>{` ${note}`}</span>}
        </h3>
        <OwnerLabel device={device} />
        <p id={stateId} className={styles.state}>
          {described.tone === 'stale' && <AgeFirst state={device.state} />}
          <span>{words}</span>
          {stale && described.tone !== 'offline' && described.tone !== 'never' && (
            <span className={styles.age}>
              <LastKnown state={device.state} isReadBefore={described.tone === 'stale'} />
            </span>
          )}
          {slats !== null && <span className={styles.slats}>{` ${slats}`}</span>}
        </p>
      </div>
      <TileMark {...props} />
      <LowBattery device={device} on="tile" />
      <div className={styles.key}>
        <TileKey {...props} onShort={unlock.hint} />
      </div>
      {error !== null && (
        <div
          className={styles.error}
          role={props.isUnconfirmed ? 'status' : 'alert'}
          data-unconfirmed={props.isUnconfirmed}
        >
          <span className={styles.errorText}>{error}</span>
          {props.canRetry === true && (
            <IconButton icon="again" isCommand label={t('life.retry')} onClick={props.onRetry} />
          )}
          <IconButton icon="close" label={t('card.dismiss')} onClick={props.onDismissError} />
        </div>
      )}
    </article>
  )
}

const ICONS = { open: 'up', close: 'down', stop: 'stop' } as const

/** The key on the picture of a tile; nothing where no key can act. */
function TileKey(props: TileProps & { onShort: () => void }) {
  const { device } = props
  const { t } = useTranslation()
  const key = tileKeyOf(device)
  if (key === null) return null
  if (key === 'lock') return <TileLock {...props} />
  if (key === 'light') {
    const { isOn, lights } = lightsToSwitch(device)
    return (
      <IconButton
        icon="light"
        shape="disc"
        tone={isOn ? undefined : 'lit'}
        pressed={!isOn}
        isCommand
        label={device.name}
        onClick={() => {
          for (const light of lights) props.onToggleLight(light, isOn)
        }}
      />
    )
  }
  const press = { open: props.onOpen, close: props.onClose, stop: props.onStop }[key]
  const label = t(`card.${key}`, { name: device.name })
  return (
    <IconButton
      icon={ICONS[key]}
      shape="disc"
      isCommand={key === 'stop' ? 'stop' : true}
      label={label}
      onClick={press}
    />
  )
}

/** Each lamp of a light that has several, by its name; null for any other device, and where something hides the state. */
function lampsText(device: DeviceInfo, { tone }: Description, t: TFunction): string | null {
  const channels = channelsOf(device)
  if (channels.length < 2 || (tone !== 'resting' && tone !== 'stale')) return null
  const names = [device.settings.light1Name, device.settings.light2Name]
  return channels
    .map(({ brightness }, index) => {
      const name = names[index] ?? t('card.lamp', { number: index + 1 })
      return t('card.announce', { name, state: levelText(brightness, t) })
    })
    .join(', ')
}

/** How the slats of a blind are turned; null where there are none, or where they do not show. */
function slatsText(device: DeviceInfo, t: TFunction): string | null {
  const { inclination, position } = device.state
  if (inclination === null || mainAxisOf(device) !== 'position' || tiltText(device, position, t) === null)
    return null
  return t('home.slats', { angle: figureText(device, 'inclination', inclination, t) })
}

/** What the light of a tile does not show: a command in flight, a movement, offline, or an outdated state. */
function TileMark({
  device,
  stale,
  pending,
  timeLeft,
}: Pick<DeviceCardProps, 'device' | 'stale' | 'pending' | 'timeLeft'>) {
  const freshness = freshnessOf(device, stale)
  const mark =
    freshness === 'offline' || !hasReported(device) ? (
      <Icon name={hasReported(device) ? 'offline' : 'clock'} size={18} />
    ) : pending !== null || (isBusy(device.state.status) && !stale) ? (
      <>
        {timeLeft}
        <Spinner size="small" />
      </>
    ) : freshness === 'stale' ? (
      <StaleMark />
    ) : null
  return mark && <span className={styles.mark}>{mark}</span>
}
