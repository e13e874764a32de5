import { channelsOf } from '#features/device-model/views/light-view.ts'
import { LampSlider } from '#features/device-parts/lamp-slider.tsx'
import type { SharedCard } from '#features/guest-link/link-view.ts'
import { useActions } from '#features/guest-link/use-guest.tsx'

/** The sliders of a shared light, as far as it can be dimmed. */
export function Dimmers({ card }: { card: SharedCard }) {
  const { device } = card
  const { onDim } = useActions(card)
  return channelsOf(device).map((channel) => (
    <LampSlider key={channel.type} device={device} channel={channel} name={device.name} onDim={onDim} />
  ))
}
