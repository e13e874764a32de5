import type { TFunction } from 'i18next'

/** What the server calls an own station; others it calls by their names for people. */
const STATION = 'station'

export const isStation = (source: string): boolean => source === STATION

export const sourceName = (source: string, t: TFunction): string =>
  isStation(source) ? t('weather.station') : source
