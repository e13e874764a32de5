/** Early signs of a fault: restarts, lost connections, slow answers, a weak signal. */
export const HEALTH_SIGNS = ['restarts', 'drops', 'slow', 'signal'] as const
export type HealthSign = (typeof HEALTH_SIGNS)[number]
