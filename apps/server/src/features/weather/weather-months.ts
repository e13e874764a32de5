/** The monthly partitions of the hours. */
export const WEATHER_MONTHS = { name: 'weather_hours', column: 'hour' } as const
