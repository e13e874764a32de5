import { canUse, type DeviceInfo, type LightType, wholePercent } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { channelsOf, type LightChannel } from '#features/device-model/views/light-view.ts'
import { LampSlider } from '#features/device-parts/lamp-slider.tsx'
import { useCommandKey } from '#ui/controls/command-block.ts'
import { Switch } from '#ui/forms/switch.tsx'
import styles from './lamp-lines.module.css'

const PARTS = {
  light_1: { set: 'setLight1', dim: 'dimLight1', number: 1, given: 'light1Name' },
  light_2: { set: 'setLight2', dim: 'dimLight2', number: 2, given: 'light2Name' },
} as const

const partOf = (type: LightType) => PARTS[type === 'light_2' ? 'light_2' : 'light_1']

interface LampProps {
  device: DeviceInfo
  /** `brightness` is 0..1. */
  onDim: (light: LightType, brightness: number) => void
  onToggle: (light: LightType, isOn: boolean) => void
}

/**
 * A line for each lamp of a light: its name, its state, and a slider if it can be dimmed, whose words are then a key that switches
 * it; otherwise a switch. A single lamp has the switch and the number of its card, so only its slider is left.
 */
export function LampLines({ device, onDim, onToggle }: LampProps) {
  const channels = channelsOf(device)
  const shown = channels.length > 1 ? channels : channels.filter(({ type }) => dims(device, type))
  return shown.map((channel) => (
    <LampLine
      key={channel.type}
      device={device}
      channel={channel}
      isOnly={channels.length === 1}
      onDim={onDim}
      onToggle={onToggle}
    />
  ))
}

const dims = ({ can }: DeviceInfo, type: LightType): boolean => can.includes(partOf(type).dim)

function LampLine({
  device,
  channel,
  isOnly,
  onDim,
  onToggle,
}: LampProps & { channel: LightChannel; isOnly: boolean }) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<number | null>(null)
  const { type, brightness } = channel
  const { set, number, given } = partOf(type)
  const level = draft ?? brightness
  const name = isOnly ? device.name : (device.settings[given] ?? t('card.lamp', { number }))
  const percentOf = (value: number): string => t('card.percent', { value: wholePercent(value) })
  const isDimmable = dims(device, type)
  const isOn = (brightness ?? 0) > 0
  const { isIdle, attributes } = useCommandKey({ disabled: !canUse(device, set) })
  const state =
    level === null
      ? t('card.light.unknown')
      : level > 0
        ? isDimmable
          ? percentOf(level)
          : t('card.light.on')
        : t('card.light.off')
  const words = (
    <>
      <span className={styles.dot} data-lit={isOn && device.connected} />
      <span className={styles.name}>{name}</span>
      <span>{state}</span>
    </>
  )
  if (!isDimmable)
    return (
      <div className={styles.lamp} data-part="">
        <p className={styles.words}>{words}</p>
        <Switch
          label={name}
          checked={isOn}
          isCommand
          disabled={!canUse(device, set)}
          onChange={(checked) => onToggle(type, checked)}
        />
      </div>
    )
  return (
    <div className={styles.lamp} data-part="">
      {!isOnly && (
        <button
          {...attributes}
          type="button"
          className={styles.words}
          aria-pressed={isOn}
          onClick={isIdle ? undefined : () => onToggle(type, !isOn)}
        >
          {words}
        </button>
      )}
      <div className={styles.slider}>
        <LampSlider device={device} channel={channel} name={name} onDraft={setDraft} onDim={onDim} />
      </div>
    </div>
  )
}
