import type { Clock } from '#platform/clock.ts'
import type { Sealing } from '#platform/sealing.ts'
import { WeatherSourceError } from '../sources/weather-source.ts'
import type { NetatmoLink, NetatmoStore, SealedTokens } from './netatmo.store.ts'
import type { NetatmoClient, NetatmoTokens } from './netatmo-client.ts'

interface TokensOptions {
  store: Pick<NetatmoStore, 'replaceTokens'>
  client: Pick<NetatmoClient, 'refresh'>
  sealing: Sealing
  clock: Clock
}

/** An access token is valid for hours. It is renewed this long before its end. */
const RENEW_BEFORE_MS = 15 * 60_000

/** The sealed tokens of links. Only the poller that has taken a link renews its tokens. */
export function createNetatmoKeyring({ store, client, sealing, clock }: TokensOptions) {
  const seal = (accountId: string, tokens: NetatmoTokens): SealedTokens => ({
    accessToken: sealing.seal(tokens.accessToken, `access ${accountId}`),
    refreshToken: sealing.seal(tokens.refreshToken, `refresh ${accountId}`),
    tokenEndsAt: new Date(clock.now().getTime() + tokens.lifeMs),
  })
  const openRefresh = (accountId: string, sealed: string | null): string | null =>
    sealed === null ? null : sealing.open(sealed, `refresh ${accountId}`)

  return {
    seal,
    openRefresh,

    /** The access token of a link; null if it ends soon. */
    current({ accountId, accessToken, tokenEndsAt }: NetatmoLink): string | null {
      const isGood = tokenEndsAt.getTime() - RENEW_BEFORE_MS > clock.now().getTime()
      return isGood && accessToken !== null ? sealing.open(accessToken, `access ${accountId}`) : null
    },

    /**
     * Returns a new access token; null if the link has ended in the meantime. The old tokens are invalid afterwards, so the new
     * ones are stored first.
     */
    async renew(link: NetatmoLink, signal: AbortSignal): Promise<string | null> {
      const refreshToken = openRefresh(link.accountId, link.refreshToken)
      if (refreshToken === null)
        throw new WeatherSourceError('No token of Netatmo can be read', { isUnauthorized: true })
      const tokens = await client.refresh(refreshToken, signal)
      const isKept = await store.replaceTokens(link, seal(link.accountId, tokens))
      return isKept ? tokens.accessToken : null
    },
  }
}

export type NetatmoKeyring = ReturnType<typeof createNetatmoKeyring>
