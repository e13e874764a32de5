import * as z from 'zod/mini'
import { readBounded } from '#platform/http/read-bounded.ts'
import { dateOf, waitOf } from './retry-after.ts'
import { type Validators, WeatherSourceError } from './weather-source.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 2_097_152

interface FetchOptions {
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

/** A document of a source; `value` is null if it has not changed since the known version. */
export interface Fetched<T> {
  value: T | null
  validators: Validators
  /** When a new version may be available; null if the source does not say. */
  expiresAt: Date | null
}

/**
 * Fetches a JSON document of a weather source with limits on time and size, without following redirects. Rejects with
 * `WeatherSourceError`, whose message does not contain any key from the URL.
 */
export async function fetchWeather<T>(
  url: URL,
  schema: z.ZodMiniType<T>,
  known: Validators | null,
  { headers = {}, signal }: FetchOptions = {},
): Promise<Fetched<T>> {
  const limits = [AbortSignal.timeout(TIMEOUT_MS), ...(signal === undefined ? [] : [signal])]
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.any(limits),
      headers: {
        accept: 'application/json',
        ...(known?.etag == null ? {} : { 'if-none-match': known.etag }),
        ...(known?.lastModified == null ? {} : { 'if-modified-since': known.lastModified }),
        ...headers,
      },
    })
    const about = {
      validators: {
        etag: response.headers.get('etag'),
        lastModified: response.headers.get('last-modified'),
      },
      expiresAt: dateOf(response.headers.get('expires')),
    }
    if (response.status === 304) return { value: null, ...about }
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new WeatherSourceError(`answered ${response.status}`, {
        retryAfterMs: waitOf(response.headers.get('retry-after')),
        isUnauthorized: response.status === 401 || response.status === 403,
      })
    }
    const text = (await readBounded(response, MAX_BYTES)).toString('utf8')
    return { value: z.parse(schema, JSON.parse(text)), ...about }
  } catch (error) {
    if (error instanceof WeatherSourceError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new WeatherSourceError(`${url.host} gave no weather: ${reason}`)
  }
}
