import { canUse, type DeviceInfo, type LightType, wholePercent } from '@senca/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeviceActions } from '#features/device-model/live-device.ts'
import { mayCommand } from '#features/device-model/rights.ts'
import { channelsOf, type LightChannel, lightWordOf } from '#features/device-model/views/light-view.ts'
import { hasReported } from '#features/device-model/views/scene-of.ts'
import { DeviceAnnouncer, useAnnouncement } from '#features/device-parts/announcer.tsx'
import { RoomPage } from '#features/device-parts/room-page.tsx'
import { SwitchRow } from '#features/device-parts/switch-row.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { LightChannelControl } from './light-channel-control.tsx'
import styles from './light-control.module.css'
import { channelNumber, type Drafts, lightRoomOf } from './light-room.ts'

/**
 * One switch for all channels of a light. It is on if any channel is on, and in the middle if only some are. It switches the
 * channels whose state differs.
 */
function AllLights({ device, channels }: { device: DeviceInfo; channels: readonly LightChannel[] }) {
  const { t } = useTranslation()
  const { onToggleLight } = useDeviceActions(device)
  const word = lightWordOf(channels)
  const isAnyOn = word === 'on' || word === 'partly'
  return (
    <SwitchRow
      label={t('lamp.all')}
      words={t(`card.light.${word}`)}
      isPartly={word === 'partly'}
      checked={isAnyOn}
      isWaiting={false}
      disabled={!canUse(device, 'setLight1') && !canUse(device, 'setLight2')}
      onChange={(isOn) => {
        for (const { type, brightness } of channels) {
          if (brightness === null || brightness > 0 !== isOn) onToggleLight(type, isOn)
        }
      }}
    />
  )
}

/**
 * The page of a light below the header of the app: its room, and for each channel a large toggle and, if it can be dimmed, a
 * slider. `header` is the line with back, title and settings. It lies over the room, so the caller must not wrap this component.
 * The texts are in the parts `device` and `door`.
 */
export function LightControl(props: {
  device: DeviceInfo
  /** The connection is lost, so the values may be outdated. */
  stale: boolean
  header: ReactNode
  more?: ReactNode
}) {
  return (
    <DeviceAnnouncer>
      <Light {...props} />
    </DeviceAnnouncer>
  )
}

function Light({ device, stale, header, more }: Parameters<typeof LightControl>[0]) {
  const { t } = useTranslation()
  const [drafts, setDrafts] = useState<Drafts>({})
  const channels = channelsOf(device)
  const nameOf = useChannelNames(device)
  const spoken = channels.map(({ type, brightness }) => {
    const state =
      brightness === null ? t('card.light.unknown') : t('card.percent', { value: wholePercent(brightness) })
    return t('card.announce', { name: nameOf(type), state })
  })
  // A light that fades reports every step.
  const isFading = channels.some(({ brightness }) => brightness !== null && brightness > 0 && brightness < 1)
  const words = hasReported(device) ? spoken.join('. ') : t('card.never')
  useAnnouncement(device.id, device.connected ? words : t('card.offline'), isFading)
  const isHeld = Object.values(drafts).some((draft) => draft !== null)

  return (
    <RoomPage
      device={device}
      scene={lightRoomOf(device, stale, drafts)}
      isHeld={isHeld}
      header={header}
      more={more}
    >
      {!hasReported(device) ? (
        <EmptyState title={t('card.never')} text={t('card.neverText')} />
      ) : channels.length === 0 ? (
        <EmptyState title={t('lamp.none.title')} text={t('lamp.none.text')} />
      ) : (
        <div className={styles.channels} data-panel-of={device.id}>
          {channels.length > 1 && mayCommand(device) && <AllLights device={device} channels={channels} />}
          {channels.map((channel) => (
            <LightChannelControl
              key={channel.type}
              device={device}
              stale={stale}
              channel={channel}
              name={nameOf(channel.type)}
              draft={drafts[channel.type] ?? null}
              onDraft={(draft) => setDrafts((before) => ({ ...before, [channel.type]: draft }))}
            />
          ))}
        </div>
      )}
    </RoomPage>
  )
}

/** Returns the names of the channels: the given names or else their numbers; for a single channel the name of the light. */
function useChannelNames(device: DeviceInfo): (type: LightType) => string {
  const { t } = useTranslation()
  const isSingle = channelsOf(device).length === 1
  return (type) => {
    const number = channelNumber(type)
    const given = number === 1 ? device.settings.light1Name : device.settings.light2Name
    return given ?? (isSingle ? device.name : t('card.lamp', { number }))
  }
}
