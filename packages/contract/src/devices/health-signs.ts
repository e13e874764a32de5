/** What hints at a fault before it is one: restarts, lost connections, slow answers, a weak signal. */
export const HEALTH_SIGNS = ['restarts', 'drops', 'slow', 'signal'] as const
export type HealthSign = (typeof HEALTH_SIGNS)[number]
