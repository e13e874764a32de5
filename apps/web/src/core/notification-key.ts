/** The key under which everything about notifications is cached. */
export const NOTIFICATION_KEY = ['notifications'] as const
