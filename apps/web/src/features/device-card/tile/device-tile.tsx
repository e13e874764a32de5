import { type DeviceInfo, isBusy } from '@senca/contract'
import { type KeyboardEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { describeDevice, shortLine } from '#features/device-model/views/describe-device.ts'
import { freshnessOf, hasReported, sceneOf } from '#features/device-model/views/scene-of.ts'
import { useAnnouncement } from '#features/device-parts/announcer.tsx'
import { OwnerLabel } from '#features/device-parts/owner-label.tsx'
import { StaleMark } from '#features/device-parts/stale-mark.tsx'
import { CardCanvas } from '#light/card/card-canvas.tsx'
import { FADE, TRAVEL } from '#light/paint/glide.ts'
import { wantsStillness } from '#light/paint/stillness.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import type { DeviceCardProps } from '../card-props.ts'
import { useOpenedCard } from '../opened-card.ts'
import styles from './device-tile.module.css'
import { lightsToSwitch, type TileTap, tileTapOf } from './tile-tap.ts'
import { useLongPress } from './use-long-press.ts'

type TileProps = Omit<DeviceCardProps, 'href'> & { isMovedByTap: boolean }

/**
 * A device as one button with its light, name and state. A tap opens its screen, or moves the device if `isMovedByTap`. A long
 * press, or Shift and Enter, always opens the screen.
 */
export function DeviceTile(props: TileProps) {
  const { device, stale, error } = props
  const { t } = useTranslation()
  const nameId = useId()
  const stateId = useId()
  const { isOpened } = useOpenedCard(device.id)
  const open = useOpenControl(device)
  const press = useLongPress(open)
  const words = shortLine(describeDevice(device, props, t))
  const tap = props.isMovedByTap ? tileTapOf(device) : 'control'
  useAnnouncement(device.id, t('card.announce', { name: device.name, state: words }))

  return (
    <article
      {...press}
      className={styles.tile}
      aria-labelledby={nameId}
      data-freshness={freshnessOf(device, stale)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || !event.shiftKey) return
        event.preventDefault()
        open()
      }}
    >
      <div className={styles.room} data-device-room={isOpened ? '' : undefined}>
        <CardCanvas
          scene={sceneOf(device, stale, null)}
          glide={device.devicetype === 'home_door' || device.devicetype === 'light' ? FADE : TRAVEL}
        />
        <TileMark {...props} />
      </div>
      <div className={styles.words}>
        <h3 id={nameId} className={styles.name}>
          {tap === 'control' ? <ControlLink device={device} stateId={stateId} /> : device.name}
        </h3>
        <div className={styles.below}>
          <OwnerLabel device={device} />
          <p id={stateId} className={styles.state}>
            {words}
          </p>
        </div>
      </div>
      {tap !== 'control' && <MoveKey {...props} tap={tap} stateId={stateId} />}
      {error !== null && (
        <div
          className={styles.error}
          role={props.isUnconfirmed ? 'status' : 'alert'}
          data-unconfirmed={props.isUnconfirmed}
        >
          <span className={styles.errorText}>{error}</span>
          {props.canRetry === true && (
            <IconButton icon="again" label={t('life.retry')} onClick={props.onRetry} />
          )}
          <IconButton icon="close" label={t('card.dismiss')} onClick={props.onDismissError} />
        </div>
      )}
    </article>
  )
}

function useOpenControl(device: DeviceInfo): () => void {
  const navigate = useNavigate()
  const card = useOpenedCard(device.id)
  return () => {
    if (card.open()) return
    navigate(devicePath(device, 'control'), {
      state: deviceLinkState(device),
      viewTransition: !wantsStillness(),
    })
  }
}

/** The whole tile is a link to the device screen. */
function ControlLink({ device, stateId }: { device: DeviceInfo; stateId?: string }) {
  const card = useOpenedCard(device.id)
  return (
    <Link
      className={stateId === undefined ? styles.control : styles.key}
      to={devicePath(device, 'control')}
      state={deviceLinkState(device)}
      viewTransition={!wantsStillness()}
      aria-describedby={stateId}
      draggable={false}
      onClick={card.open}
    >
      {device.name}
    </Link>
  )
}

/** The whole tile is a button that moves the device; behind it there is a link to the device screen. */
function MoveKey(props: TileProps & { tap: Exclude<TileTap, 'control'>; stateId: string }) {
  const { device, tap } = props
  const { t } = useTranslation()
  const { isOn } = lightsToSwitch(device)
  return (
    <>
      <button
        type="button"
        className={styles.key}
        aria-label={tap === 'light' ? device.name : t(`card.${tap}`, { name: device.name })}
        aria-pressed={tap === 'light' ? !isOn : undefined}
        aria-describedby={props.stateId}
        aria-keyshortcuts="Shift+Enter"
        onClick={() => act(props, tap)}
      />
      <ControlLink device={device} />
    </>
  )
}

function act(props: TileProps, tap: Exclude<TileTap, 'control'>): void {
  switch (tap) {
    case 'open':
      props.onOpen()
      break
    case 'close':
      props.onClose()
      break
    case 'stop':
      props.onStop()
      break
    case 'light': {
      const { isOn, lights } = lightsToSwitch(props.device)
      for (const light of lights) props.onToggleLight(light, isOn)
    }
  }
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
    ) : pending !== null || isBusy(device.state.status) ? (
      <>
        {timeLeft}
        <Spinner size="small" />
      </>
    ) : freshness === 'stale' ? (
      <StaleMark />
    ) : null
  return mark && <span className={styles.mark}>{mark}</span>
}
