/** The query key prefix of everything that is loaded about roles. */
export const ROLE_KEY = ['roles'] as const
