import { canUse, wholePercent } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { channelsOf } from '#features/device-model/views/light-view.ts'
import type { SharedCard } from '#features/guest-link/link-view.ts'
import { useActions } from '#features/guest-link/use-guest.tsx'
import { LightSlider } from '#ui/controls/light-slider.tsx'

/** The sliders of a shared light, as far as it can be dimmed. A module of guest pages alone, because what the app shares is loaded by its home. */
export function Dimmers({ card }: { card: SharedCard }) {
  const { device } = card
  const { t } = useTranslation()
  const { onDim } = useActions(card)
  return channelsOf(device).map(
    ({ type, brightness }) =>
      device.can.includes(type === 'light_2' ? 'dimLight2' : 'dimLight1') && (
        <LightSlider
          key={type}
          label={t('card.brightnessOf', { name: device.name })}
          hasQuarters
          reported={brightness}
          disabled={!canUse(device, type === 'light_2' ? 'setLight2' : 'setLight1')}
          describe={(value) =>
            value === null ? t('card.light.unknown') : t('card.percent', { value: wholePercent(value) })
          }
          onCommit={(value) => onDim(type, value)}
        />
      ),
  )
}
