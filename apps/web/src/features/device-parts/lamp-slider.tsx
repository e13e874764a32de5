import { canUse, type DeviceInfo, type LightType, wholePercent } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import type { LightChannel } from '#features/device-model/views/light-view.ts'
import { LightSlider } from '#ui/controls/light-slider.tsx'

/** The slider of a lamp, called `name`; nothing if it cannot be dimmed. `onDraft` gets its value while it is dragged, else null. */
export function LampSlider(props: {
  device: DeviceInfo
  channel: LightChannel
  name: string
  /** Where the brightness goes by a command in flight. */
  target?: number | null | undefined
  onDraft?: ((brightness: number | null) => void) | undefined
  onDim: (light: LightType, brightness: number) => void
}) {
  const { device, channel } = props
  const { t } = useTranslation()
  const { dim, set } = channel.type === 'light_2' ? SECOND : FIRST
  if (!device.can.includes(dim)) return null
  return (
    <LightSlider
      label={t('card.brightnessOf', { name: props.name })}
      hasQuarters
      reported={channel.brightness}
      target={props.target}
      disabled={!canUse(device, set)}
      describe={(value) =>
        value === null ? t('card.light.unknown') : t('card.percent', { value: wholePercent(value) })
      }
      onDraft={props.onDraft}
      onCommit={(value) => props.onDim(channel.type, value)}
    />
  )
}

const FIRST = { dim: 'dimLight1', set: 'setLight1' } as const
const SECOND = { dim: 'dimLight2', set: 'setLight2' } as const
