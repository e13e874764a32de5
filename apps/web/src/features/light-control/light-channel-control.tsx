import { canUse, type DeviceInfo, wholePercent } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { useDeviceActions } from '#features/device-model/live-device.ts'
import { mayCommand } from '#features/device-model/rights.ts'
import type { LightChannel } from '#features/device-model/views/light-view.ts'
import { isOld } from '#features/device-model/views/scene-of.ts'
import { CommandNote } from '#features/device-parts/command-note.tsx'
import { AgeFirst, LastKnown } from '#features/device-parts/last-known.tsx'
import { StaleMark } from '#features/device-parts/stale-mark.tsx'
import { useLane } from '#features/device-parts/use-lane.ts'
import { useCommandKey } from '#ui/controls/command-block.ts'
import { LightSlider } from '#ui/controls/light-slider.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './light-control.module.css'
import { channelNumber } from './light-room.ts'

const PARTS = {
  1: { set: 'setLight1', dim: 'dimLight1' },
  2: { set: 'setLight2', dim: 'dimLight2' },
} as const

/** One channel of a light: its name, its brightness, a large toggle, and a slider if it can be dimmed. */
export function LightChannelControl(props: {
  device: DeviceInfo
  stale: boolean
  channel: LightChannel
  name: string
  /** The value of the slider while it is dragged. */
  draft: number | null
  onDraft: (value: number | null) => void
}) {
  const { device, channel, name, draft } = props
  const { t } = useTranslation()
  const part = PARTS[channelNumber(channel.type)]
  const { isInFlight, wished, progress, failure, isUnconfirmed, dismiss } = useLane(device.id, part.set)
  const { onToggleLight, onDim, onRetry } = useDeviceActions(device)
  const { brightness } = channel
  const isOn = (brightness ?? 0) > 0
  const dims = device.can.includes(part.dim)
  const disabled = !canUse(device, part.set)
  const { isIdle, attributes } = useCommandKey({ disabled: disabled || isInFlight })
  const percentOf = (value: number) => t('lamp.percent', { value: wholePercent(value) })
  const wordOf = (value: number | null): string => {
    if (value === null) return t('lamp.unknown')
    if (wholePercent(value) === 0) return t('lamp.off')
    return dims ? percentOf(value) : t('lamp.on')
  }

  return (
    <section className={styles.channel} aria-label={name} data-old={isOld(device, props.stale)}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 className={styles.name}>{name}</h2>
          <p className={styles.word} data-numeral={dims && wholePercent(draft ?? brightness ?? 0) > 0}>
            {isOld(device, props.stale) && <AgeFirst state={device.state} />}
            <span>{wordOf(draft ?? brightness)}</span>
          </p>
          <p className={styles.line}>
            {isInFlight && <Spinner size="small" />}
            {!isInFlight && props.stale && device.connected && <StaleMark />}
            {device.connected && (isInFlight || !props.stale) ? (
              <span>{progress}</span>
            ) : (
              <LastKnown state={device.state} isReadBefore />
            )}
          </p>
        </div>
        {mayCommand(device) && (
          <button
            {...attributes}
            type="button"
            role="switch"
            className={styles.lamp}
            aria-label={name}
            aria-checked={isOn}
            onClick={() => {
              if (!isIdle) onToggleLight(channel.type, !isOn)
            }}
          >
            <Icon name="light" size={34} />
          </button>
        )}
      </div>
      {dims && mayCommand(device) && (
        <LightSlider
          label={t('lamp.brightness', { name })}
          hasQuarters
          reported={brightness}
          target={wished}
          disabled={disabled}
          describe={(value) => (value === null ? t('lamp.unknown') : percentOf(value))}
          onDraft={props.onDraft}
          onCommit={(value) => onDim(channel.type, value)}
        />
      )}
      <CommandNote
        failure={device.connected ? failure : null}
        isUnconfirmed={isUnconfirmed}
        onRetry={isUnconfirmed ? null : onRetry}
        onDismiss={dismiss}
      />
    </section>
  )
}
