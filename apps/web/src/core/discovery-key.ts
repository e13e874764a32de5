/** The query key prefix of the hardware of other makers that was found. */
export const DISCOVERY_KEY = ['discovery'] as const
