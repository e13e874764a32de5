import { canUse, type DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { useDeviceActions } from '#features/device-model/live-device.ts'
import { type LightChannel, lightWordOf } from '#features/device-model/views/light-view.ts'
import { SwitchRow } from '#features/device-parts/switch-row.tsx'

/**
 * One switch for all channels of a light. It is on if any channel is on, and in the middle if only some are. It switches the
 * channels whose state differs.
 */
export function AllLights({ device, channels }: { device: DeviceInfo; channels: readonly LightChannel[] }) {
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
