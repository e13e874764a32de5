import type { AccountService } from '#features/accounts/index.ts'
import type { LimitService } from '#features/limits/index.ts'
import type { SessionService } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/logger.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import { createSealing } from '#platform/sealing.ts'
import { createMeansStore } from './means.store.ts'
import { createPasskeyCeremonies } from './passkey-ceremonies.ts'
import { createPasskeyChecks } from './passkey-checks.ts'
import { createProve } from './proofs.ts'
import { createSecondFactorService } from './second-factor.service.ts'
import { createSecondStepService } from './second-step.service.ts'
import { createSignInStateStore } from './sign-in-states.store.ts'

export type { PasskeyChecks, ShownPasskey } from './passkey-checks.ts'
export { type Proof, type Prove, proveForDoor, type ShownProof } from './proofs.ts'
export { secondFactorRoutes } from './second-factor.routes.ts'
export { secondStepRoutes } from './second-step.routes.ts'

const CLEAN_UP_EVERY_MS = 600_000

interface SecondFactorOptions {
  database: Database
  clock: Clock
  logger: Logger
  accounts: AccountService
  sessions: SessionService
  sessionSecret: string
  publicUrl: string
  limits: LimitService
}

/** Two-step sign-in: authenticator apps, passkeys and recovery codes. */
export function createSecondFactor(options: SecondFactorOptions) {
  const { database, clock, logger, accounts, sessions, sessionSecret, publicUrl, limits } = options
  const means = createMeansStore(database.db)
  const states = createSignInStateStore(database.db)
  const ceremonies = createPasskeyCeremonies({ publicUrl })
  const sealing = createSealing(sessionSecret, 'secrets of authenticator apps')
  const prove = createProve({ accounts, sessions, clock })
  const passkeys = createPasskeyChecks({ db: database.db, means, ceremonies, clock })
  let stopCleaning: (() => void) | undefined
  let cleaning: Promise<void> | undefined
  const clean = () => {
    cleaning ??= states
      .deleteExpired(clock.now())
      .catch((error: unknown) => logger.error({ err: error }, 'Old sign-ins could not be cleared away'))
      .finally(() => {
        cleaning = undefined
      })
  }

  return {
    prove,
    passkeys,
    service: createSecondFactorService({
      db: database.db,
      accounts,
      store: means,
      ceremonies,
      sealing,
      prove,
      clock,
    }),
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
    /** Takes every means and every sign-in under way from an account. */
    async forget(queries: Queries, accountId: string): Promise<void> {
      await means.forget(queries, accountId)
      await states.forget(queries, accountId)
    },
    endPendingSignIns: states.forget,
    start() {
      stopCleaning = clock.every(CLEAN_UP_EVERY_MS, clean)
    },
    async stop() {
      stopCleaning?.()
      await cleaning
    },
  }
}
