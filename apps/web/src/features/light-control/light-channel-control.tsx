import { canUse, type DeviceInfo } from '@senca/contract'
import { useDeviceActions } from '#features/device-model/live-device.ts'
import { mayCommand } from '#features/device-model/rights.ts'
import type { LightChannel } from '#features/device-model/views/light-view.ts'
import { isOld } from '#features/device-model/views/scene-of.ts'
import { CommandNote } from '#features/device-parts/command-note.tsx'
import { LampSlider } from '#features/device-parts/lamp-slider.tsx'
import { AgeFirst, LastKnown } from '#features/device-parts/last-known.tsx'
import { StaleMark } from '#features/device-parts/stale-mark.tsx'
import { useLane } from '#features/device-parts/use-lane.ts'
import { useCommandKey } from '#ui/controls/command-block.ts'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { LampWord } from './lamp-word.tsx'
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
  const part = PARTS[channelNumber(channel.type)]
  const { isInFlight, wished, progress, failure, isUnconfirmed, dismiss } = useLane(device.id, part.set)
  const { onToggleLight, onDim, onRetry } = useDeviceActions(device)
  const { brightness } = channel
  const isOn = (brightness ?? 0) > 0
  const dims = device.can.includes(part.dim)
  const disabled = !canUse(device, part.set)
  const { isIdle, attributes } = useCommandKey({ disabled: disabled || isInFlight })

  return (
    <section className={styles.channel} aria-label={name} data-old={isOld(device, props.stale)}>
      <div className={styles.head}>
        <div className={styles.words}>
          {/* A lamp alone has the name of the page. */}
          <h2 className={styles.name}>
            {name === device.name ? <VisuallyHidden>{name}</VisuallyHidden> : name}
          </h2>
          <p className={styles.word}>
            {isOld(device, props.stale) && <AgeFirst state={device.state} />}
            <LampWord level={draft ?? brightness} dims={dims} />
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
      {mayCommand(device) && (
        <LampSlider
          device={device}
          channel={channel}
          name={name}
          target={wished}
          onDraft={props.onDraft}
          onDim={onDim}
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
