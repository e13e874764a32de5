import type { TFunction } from 'i18next'

/** The names that the server uses for an own and a connected station. Other sources already have readable names. */
const STATION = 'station'
const NETATMO = 'netatmo'

export const isStation = (source: string): boolean => source === STATION
export const isNetatmo = (source: string): boolean => source === NETATMO

export const sourceName = (source: string, t: TFunction): string => {
  if (isStation(source)) return t('weather.station')
  return isNetatmo(source) ? t('weather.netatmo.head') : source
}
