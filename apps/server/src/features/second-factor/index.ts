import type { AccountService } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import type { GuessGuard, LimitService } from '#features/limits/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { SessionService } from '#features/sessions/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { createSealing } from '#platform/sealing.ts'
import { createMeansStore } from './means.store.ts'
import { createPasskeyCeremonies } from './passkey-ceremonies.ts'
import { createPasskeyChecks } from './passkey-checks.ts'
import { createPasskeyLogin } from './passkey-login.service.ts'
import { createProve } from './proofs.ts'
import { secondFactorRoutes } from './second-factor.routes.ts'
import { createSecondFactorService } from './second-factor.service.ts'
import { createSecondStepService } from './second-step.service.ts'
import { createSignInStateStore } from './sign-in-states.store.ts'

export type { PasskeyChecks } from './passkey-checks.ts'
export { passkeyLoginRoutes } from './passkey-login.routes.ts'
export { type Prove, proveForDoor, type ShownProof } from './proofs.ts'
export { secondStepRoutes } from './second-step.routes.ts'

interface SecondFactorOptions {
  accounts: AccountService
  activity: Pick<Activity, 'recordSecurity' | 'recordSecurityEvent'>
  guesses: GuessGuard
  limits: LimitService
  notify: Pick<Notify, 'publish'>
  sessions: SessionService
  /** Returns false if a signed challenge with this hash was used before. */
  useOnce(hash: string, expiresAt: Date): Promise<boolean>
}

/** Registers the two-step sign-in: authenticator apps, passkeys and recovery codes. */
export function registerSecondFactor(context: AppContext, options: SecondFactorOptions) {
  const { config, database, clock, http, logger, everyHour } = context
  const { accounts, activity, guesses, limits, notify, sessions, useOnce } = options
  const means = createMeansStore(database.db)
  const states = createSignInStateStore(database.db)
  const ceremonies = createPasskeyCeremonies({ publicUrl: config.publicUrl })
  const sealing = createSealing(config.sessionSecret, 'secrets of authenticator apps')
  const prove = createProve({ accounts, sessions, clock })
  const passkeys = createPasskeyChecks({ db: database.db, means, ceremonies, clock })
  const secondFactor = createSecondFactorService({
    db: database.db,
    accounts,
    store: means,
    ceremonies,
    sealing,
    prove,
    clock,
    notify,
  })
  everyHour(() => states.deleteExpired(clock.now()))
  http.register(secondFactorRoutes, { secondFactor, record: activity.recordSecurity })

  return {
    prove,
    passkeys,
    step: createSecondStepService({
      db: database.db,
      means,
      states,
      passkeys,
      sealing,
      accounts,
      clock,
      limits,
      unreadable: (accountId) =>
        logger.error(
          { accountId },
          'SESSION_SECRET is not the one that an authenticator app was set up with',
        ),
    }),
    passkeyLogin: createPasskeyLogin({
      accounts,
      means,
      ceremonies,
      sealing: createSealing(config.sessionSecret, 'challenges of passkeys'),
      guesses,
      trail: activity,
      useOnce,
      clock,
    }),
    endPendingSignIns: states.forget,
  }
}

export type SecondFactor = ReturnType<typeof registerSecondFactor>
