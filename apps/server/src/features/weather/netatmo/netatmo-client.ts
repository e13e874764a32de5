import * as z from 'zod/mini'
import { readBounded } from '#platform/http/read-bounded.ts'
import { parseJson } from '#platform/parse-json.ts'
import { waitOf } from '../sources/retry-after.ts'
import { WeatherSourceError } from '../sources/weather-source.ts'
import { readStations, type Station } from './netatmo-station.ts'

export interface NetatmoTokens {
  accessToken: string
  refreshToken: string
  /** The lifetime of the access token. */
  lifeMs: number
}

interface NetatmoClientOptions {
  /** An origin. */
  url: string
  clientId: string
  clientSecret: string
  /** The URL to which people return, as registered with Netatmo. */
  redirectUri: string
}

const SCOPE = 'read_station'
const TIMEOUT_MS = 10_000
const MAX_BYTES = 1_048_576
/** The error codes of Netatmo for an access token that is missing, wrong, expired or without the scope. */
const UNAUTHORIZED_CODES = new Set([1, 2, 3, 13])
/** The error code for too many requests per hour. */
const QUOTA_CODE = 26
const QUOTA_WAIT_MS = 60 * 60_000

const tokenText = z.string().check(z.minLength(1), z.maxLength(2_000))
const tokensSchema = z.object({
  access_token: tokenText,
  refresh_token: tokenText,
  expires_in: z.number().check(z.gte(1), z.lte(31_536_000)),
})
const refusalSchema = z.object({
  error: z.union([z.string().check(z.regex(/^[a-z_]{1,40}$/)), z.object({ code: z.number() })]),
})

function failureOf(response: Response, body: unknown): WeatherSourceError {
  const refusal = z.safeParse(refusalSchema, body)
  const error = refusal.success ? refusal.data.error : null
  const code = error === null || typeof error === 'string' ? null : error.code
  const why = typeof error === 'string' ? error : code === null ? null : `code ${code}`
  const isSpent = error === 'invalid_grant'
  const isQuota = code === QUOTA_CODE
  const isUnauthorized = isSpent || response.status === 401 || (code !== null && UNAUTHORIZED_CODES.has(code))
  const asked = waitOf(response.headers.get('retry-after'))
  return new WeatherSourceError(`Netatmo answered ${response.status}${why === null ? '' : `, ${why}`}`, {
    isUnauthorized: isUnauthorized && error !== 'invalid_client',
    retryAfterMs: asked ?? (isQuota ? QUOTA_WAIT_MS : null),
  })
}

/** Netatmo Connect: OAuth 2.0 with authorization codes, and the data of a person's own weather stations. */
export function createNetatmoClient({ url, clientId, clientSecret, redirectUri }: NetatmoClientOptions) {
  const ask = async <T>(
    path: string,
    init: RequestInit,
    read: (body: unknown) => T | null,
    signal: AbortSignal | undefined,
  ): Promise<T> => {
    const limits = [AbortSignal.timeout(TIMEOUT_MS), ...(signal === undefined ? [] : [signal])]
    try {
      const response = await fetch(new URL(path, url), {
        ...init,
        redirect: 'error',
        signal: AbortSignal.any(limits),
      })
      const body = parseJson((await readBounded(response, MAX_BYTES)).toString('utf8'))
      if (response.status !== 200) throw failureOf(response, body)
      const value = read(body)
      if (value === null) throw new WeatherSourceError('Netatmo answered what cannot be read')
      return value
    } catch (error) {
      if (error instanceof WeatherSourceError) throw error
      throw new WeatherSourceError(
        `Netatmo gave no answer: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }

  const tokens = (fields: Record<string, string>, signal?: AbortSignal): Promise<NetatmoTokens> =>
    ask(
      '/oauth2/token',
      {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields }),
      },
      (body) => {
        const answer = z.safeParse(tokensSchema, body)
        if (!answer.success) return null
        const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = answer.data
        return { accessToken, refreshToken, lifeMs: seconds * 1_000 }
      },
      signal,
    )

  return {
    /** The URL at which a person allows Senca to read their stations. */
    authorizeUrl(state: string): string {
      const address = new URL('/oauth2/authorize', url)
      address.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        response_type: 'code',
      }).toString()
      return address.toString()
    },
    exchange: (code: string) =>
      tokens({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, scope: SCOPE }),
    /** Returns new tokens; the old ones become invalid. */
    refresh: (refreshToken: string, signal?: AbortSignal) =>
      tokens({ grant_type: 'refresh_token', refresh_token: refreshToken }, signal),
    stations: (accessToken: string, signal?: AbortSignal): Promise<Station[]> =>
      ask(
        '/api/getstationsdata?get_favorites=false',
        { headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` } },
        readStations,
        signal,
      ),
  }
}

export type NetatmoClient = ReturnType<typeof createNetatmoClient>
