/** The monthly partitions, one for each retention class. */
export const ACTIVITY_MONTHS = {
  name: 'activity_log',
  column: 'at',
  kinds: { column: 'keep', values: { home: ['home'], long: ['door', 'trail'] } },
} as const
