import { type DeviceInfo, isBusy } from '@senca/contract'
import type { TFunction } from 'i18next'
import { type CSSProperties, type MouseEvent, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { useCommandView, useDevice } from '#features/device-model/live-device.ts'
import { type Description, describeDevice, shortLine } from '#features/device-model/views/describe-device.ts'
import { freshnessOf, hasReported, sceneOf } from '#features/device-model/views/scene-of.ts'
import { useAnnouncement } from '#features/device-parts/announcer.tsx'
import { StaleMark } from '#features/device-parts/stale-mark.tsx'
import { useIsStale } from '#features/realtime/use-connection.ts'
import { FacadeWindowCanvas } from '#light/facade/facade-window-canvas.tsx'
import type { Rect } from '#light/paint/geometry.ts'
import { FADE, TRAVEL } from '#light/paint/glide.ts'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './facade-window.module.css'

/** Opens a device beside the façade and returns whether it did; null where its screen replaces the façade. */
export type OpenDevice = ((deviceId: string, event?: MouseEvent) => boolean) | null

export const styleOf = ({ x, y, w, h }: Rect): CSSProperties => ({ left: x, top: y, width: w, height: h })

interface FacadeWindowProps {
  id: string
  hole: Rect
  open: OpenDevice
}

const isSamePlace = (one: Rect, other: Rect): boolean =>
  one.x === other.x && one.y === other.y && one.w === other.w && one.h === other.h

/** A shade or a door in the front of the house, lit as it is: a link to its control. */
export const FacadeWindow = memo(
  function FacadeWindow({ id, ...props }: FacadeWindowProps) {
    const query = useDevice(id)
    const stale = useIsStale(query)
    return query.data ? <DeviceWindow {...props} device={query.data} stale={stale} /> : null
  },
  (before, after) =>
    isSamePlace(before.hole, after.hole) && before.id === after.id && before.open === after.open,
)

function DeviceWindow({
  device,
  hole,
  stale,
  open,
}: Omit<FacadeWindowProps, 'id'> & { device: DeviceInfo; stale: boolean }) {
  const { t } = useTranslation()
  const view = useCommandView(device.id)
  const described = describeDevice(device, { pending: view.pending, stale }, t)
  const words = wordsOf(device, described, view.error, t)
  useAnnouncement(device.id, t('card.announce', { name: device.name, state: described.spoken }))
  return (
    <li className={styles.place} style={styleOf(hole)} data-device={device.id}>
      <Link
        className={styles.window}
        to={devicePath(device, 'control')}
        state={deviceLinkState(device)}
        aria-label={t('facade.window', { name: device.name, state: words.spoken })}
        draggable={false}
        onClick={(event) => open?.(device.id, event)}
      >
        <FacadeWindowCanvas
          scene={sceneOf(device, stale, null)}
          glide={device.devicetype === 'home_door' ? FADE : TRAVEL}
        />
        <WindowMark
          device={device}
          stale={stale}
          isSending={view.pending !== null}
          hasFailed={view.error !== null}
        />
        <span className={styles.caption}>
          <b>{device.name}</b>
          <span>{words.short}</span>
        </span>
      </Link>
    </li>
  )
}

/** The state in words, with what a card writes below it: that the device is held, or why a command failed. */
function wordsOf(device: DeviceInfo, described: Description, error: string | null, t: TFunction) {
  const more = [device.safety == null ? null : t('facade.held'), error]
  const join = (first: string) => [first, ...more].filter((part) => part !== null && part !== '').join(' · ')
  return { short: join(shortLine(described)), spoken: join(described.spoken) }
}

/** What the light of a window does not show. */
function WindowMark(props: { device: DeviceInfo; stale: boolean; isSending: boolean; hasFailed: boolean }) {
  const { device, stale } = props
  const freshness = freshnessOf(device, stale)
  const mark =
    freshness === 'offline' || !hasReported(device) ? (
      <Icon name={hasReported(device) ? 'offline' : 'clock'} size={16} />
    ) : props.hasFailed ? (
      <Icon name="alert" size={16} />
    ) : props.isSending || (isBusy(device.state.status) && !stale) ? (
      <Spinner size="small" />
    ) : device.safety != null ? (
      <Icon name="shield" size={16} />
    ) : freshness === 'stale' ? (
      <StaleMark />
    ) : null
  return (
    mark && (
      <span className={styles.mark} data-mark="">
        {mark}
      </span>
    )
  )
}
