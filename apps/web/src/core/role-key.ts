/** Under this key lies all that pages loaded of roles. */
export const ROLE_KEY = ['roles'] as const
