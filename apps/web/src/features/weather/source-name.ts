import type { TFunction } from 'i18next'

/** What the server calls an own station and a linked one; others it calls by their names for people. */
const STATION = 'station'
const NETATMO = 'netatmo'

export const isStation = (source: string): boolean => source === STATION
export const isNetatmo = (source: string): boolean => source === NETATMO

export const sourceName = (source: string, t: TFunction): string => {
  if (isStation(source)) return t('weather.station')
  return isNetatmo(source) ? t('weather.netatmo.head') : source
}
