import { type DeviceInfo, LANGUAGES } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '#i18n/language.ts'
import { invertedOf } from './directions.ts'
import type { Entry } from './setting-entries.ts'

/** The labels of the settings rows and their current values as text; undefined for a row without a value. */
export function useSettingWords(device: DeviceInfo): {
  /** The device type in capital letters, as the heading of its settings. */
  kindInCapitals: string
  nameOf: (entry: Entry) => string
  valueOf: (entry: Entry) => string | undefined
} {
  const { t } = useTranslation()
  const { settings, state } = device
  const kind = t(`settings.kind.${device.devicetype}`)
  const inverted = invertedOf(settings)

  const words: Record<Entry, string | undefined> = {
    rename: device.name,
    light1Name: settings.light1Name ?? t('settings.notSet'),
    light2Name: settings.light2Name ?? t('settings.notSet'),
    recalibrate: state.status === 'calibrating' ? t('card.status.calibrating') : undefined,
    type: kind,
    directions: t(`settings.directions.${inverted ?? 'none'}`),
    switchType: settings.switchType && t(`settings.switchType.short.${settings.switchType}`),
    inclinationTime:
      settings.inclinationTime === undefined
        ? undefined
        : t('settings.inclinationTime.value', { value: settings.inclinationTime }),
    inclinationType: settings.inclinationType && t(`settings.inclinationType.${settings.inclinationType}`),
  }

  const names: Record<Entry, string> = {
    rename: t('settings.rename.title'),
    light1Name: t('settings.channel.light1'),
    light2Name: t('settings.channel.light2'),
    recalibrate: t('settings.recalibrate.title'),
    type: t('settings.type.title'),
    directions: t('settings.directions.title'),
    switchType: t('settings.switchType.title'),
    inclinationTime: t('settings.inclinationTime.title'),
    inclinationType: t('settings.inclinationType.title'),
  }

  return {
    nameOf: (entry) => names[entry],
    kindInCapitals: kind.toLocaleUpperCase(LANGUAGES[currentLanguage()].tag),
    valueOf: (entry) => words[entry],
  }
}
