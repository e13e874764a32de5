import type { Activity } from '#features/activity/index.ts'
import type { CookieJar } from '#features/sessions/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { passwordRoutes } from './passwords.routes.ts'
import { createPasswordService, type PasswordServiceOptions } from './passwords.service.ts'
import { resetRoutes } from './reset.routes.ts'

type PasswordsOptions = Omit<PasswordServiceOptions, 'database' | 'clock'> & {
  activity: Pick<Activity, 'recordSecurity'>
  sessions: { cookies: CookieJar }
}

/** Registers changing, adding and resetting a password. */
export function registerPasswords({ clock, database, http }: AppContext, options: PasswordsOptions) {
  const { accounts, confirmations, sessions, activity } = options
  const passwords = createPasswordService({
    ...options,
    clock,
    database,
  })
  const record = activity.recordSecurity
  http.register(passwordRoutes, { passwords, confirmations, cookies: sessions.cookies, record })
  http.register(resetRoutes, { passwords, accounts, confirmations, record })
}
