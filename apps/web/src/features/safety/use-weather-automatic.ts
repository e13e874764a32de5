import { useTranslation } from 'react-i18next'
import { useHomeZone } from '#core/home-place.ts'
import { showMessage } from '#core/messages.ts'
import { devicesApi } from '#features/device-model/devices.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { weekdayMoment } from '#i18n/moments.ts'
import { useServerCall } from '#i18n/use-server-call.ts'

/** Switches the weather automation of devices on, or off until the next midnight, and shows the result in a message. */
export function useWeatherAutomatic(onDone = () => {}) {
  const { t } = useTranslation()
  const timezone = useHomeZone()
  return useServerCall({
    send: ({ tokens, isOn }: { tokens: readonly string[]; isOn: boolean }) =>
      devicesApi.setWeatherAutomatic(tokens, isOn),
    onDone: ({ until }) => {
      const text =
        until === null
          ? t('weather.isOn')
          : t('weather.off', { when: weekdayMoment(new Date(until), pageTag(), timezone) })
      showMessage('success', text)
      onDone()
    },
  })
}
