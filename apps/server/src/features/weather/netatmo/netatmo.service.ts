import type { NetatmoInfo } from '@senca/contract/automation'
import type { AccountActor } from '#features/rights/index.ts'
import { createSecretToken, hashSecretToken } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import { netatmoOf } from '../readings.ts'
import { WeatherSourceError } from '../sources/weather-source.ts'
import type { WeatherStore } from '../weather.store.ts'
import type { NetatmoStore } from './netatmo.store.ts'
import type { NetatmoClient } from './netatmo-client.ts'
import type { NetatmoKeyring } from './netatmo-keyring.ts'

export const SPEND_JOB = 'spend-netatmo-token'

interface NetatmoServiceOptions {
  store: NetatmoStore
  readings: Pick<WeatherStore, 'forget'>
  database: Pick<Database, 'db'>
  clock: Clock
  /** Null if not configured. */
  client: NetatmoClient | null
  keyring: NetatmoKeyring | null
  jobs: Pick<Jobs, 'enqueue'>
  /** Called in the transaction by which the sources of an account change. */
  sourcesChanged(queries: Queries, accountId: string): Promise<void>
  failed(error: unknown, accountId: string): void
}

const STATE_MS = 10 * 60_000

/** The result of a person's authorization at Netatmo. */
export type NetatmoOutcome = 'linked' | 'refused' | 'failed'

/** Weather stations of Netatmo that people link to their account. */
export function createNetatmoService(options: NetatmoServiceOptions) {
  const { store, readings, database, clock, client, keyring, jobs, sourcesChanged, failed } = options

  const configured = () => {
    if (client === null || keyring === null) throw new ApiError('resource_not_found')
    return { client, keyring }
  }

  const link = async (accountId: string, code: string): Promise<void> => {
    const { client, keyring } = configured()
    const tokens = keyring.seal(accountId, await client.exchange(code))
    await database.db.transaction(async (queries) => {
      await store.link(queries, accountId, tokens, clock.now())
      await sourcesChanged(queries, accountId)
    })
  }

  /**
   * Removes the link, in the given transaction. Netatmo has no call to revoke a token, but a refresh token that has been used is
   * invalid.
   */
  const forget = async (queries: Queries, accountId: string): Promise<void> => {
    const ended = await store.remove(queries, accountId)
    await readings.forget(queries, netatmoOf(accountId))
    if (ended?.refreshToken == null) return
    await jobs.enqueue(queries, SPEND_JOB, { accountId, refreshToken: ended.refreshToken })
  }

  return {
    async info({ accountId }: AccountActor): Promise<NetatmoInfo> {
      const linked = client === null ? null : await store.find(accountId)
      return {
        isAvailable: client !== null,
        linkedAt: linked?.linkedAt.toISOString() ?? null,
        problem: linked?.problem ?? null,
      }
    },

    /**
     * Starts the authorization: returns its URL and the secret for the browser's cookie. Throws `resource_not_found` if Netatmo
     * is not configured.
     */
    async begin({ accountId }: AccountActor): Promise<{ url: string; browser: string; expiresAt: Date }> {
      const { client } = configured()
      const [state, browser] = [createSecretToken(), createSecretToken()]
      const expiresAt = new Date(clock.now().getTime() + STATE_MS)
      await store.writeState({
        stateHash: hashSecretToken(state),
        browserHash: hashSecretToken(browser),
        accountId,
        expiresAt,
      })
      return { url: client.authorizeUrl(state), browser, expiresAt }
    },

    /** Handles the return of the browser. Throws `resource_not_found` if Netatmo is not configured. */
    async finish(
      browser: string | undefined,
      {
        state,
        code,
        error,
      }: { state?: string | undefined; code?: string | undefined; error?: string | undefined },
    ): Promise<NetatmoOutcome> {
      configured()
      if (browser === undefined || state === undefined) return 'failed'
      const accountId = await store.useState(hashSecretToken(state), hashSecretToken(browser), clock.now())
      if (accountId === null) return 'failed'
      if (error === 'access_denied') return 'refused'
      if (code === undefined) return 'failed'
      try {
        await link(accountId, code)
        return 'linked'
      } catch (reason) {
        failed(reason, accountId)
        return 'failed'
      }
    },

    async unlink({ accountId }: AccountActor): Promise<void> {
      await database.db.transaction(async (queries) => {
        await forget(queries, accountId)
        await sourcesChanged(queries, accountId)
      })
    },

    forget,

    /**
     * Uses the refresh token of a link that has ended, so that it becomes invalid. The tokens that are returned are not stored.
     */
    async spend(accountId: string, sealed: string, signal: AbortSignal): Promise<void> {
      const refreshToken = keyring?.openRefresh(accountId, sealed) ?? null
      if (client === null || refreshToken === null) return
      try {
        await client.refresh(refreshToken, signal)
      } catch (error) {
        if (!(error instanceof WeatherSourceError && error.isUnauthorized)) throw error
      }
    },
  }
}

export type NetatmoService = ReturnType<typeof createNetatmoService>
