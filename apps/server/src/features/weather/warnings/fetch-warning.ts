import { readBounded } from '#platform/http/read-bounded.ts'
import { waitOf } from '../sources/retry-after.ts'
import { type Validators, WeatherSourceError } from '../sources/weather-source.ts'
import { decodeXml, readXml, type XmlElement } from './xml-tree.ts'

const TIMEOUT_MS = 10_000
const ACCEPT =
  'application/cap+xml, application/atom+xml;q=0.9, application/rss+xml;q=0.9, application/xml;q=0.8, */*;q=0.1'

/** A document; `root` is null if it has not changed since the known version. */
export interface FetchedXml {
  root: XmlElement | null
  validators: Validators
}

interface FetchOptions {
  known: Validators | null
  maxBytes: number
  userAgent: string
  signal: AbortSignal
}

/**
 * Fetches an XML document with limits on time and size, without following redirects. Rejects with `WeatherSourceError`, also if
 * the document is not well-formed.
 */
export async function fetchXml(url: string, options: FetchOptions): Promise<FetchedXml> {
  const { known, maxBytes, userAgent, signal } = options
  const { host } = new URL(url)
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), signal]),
      headers: {
        accept: ACCEPT,
        'user-agent': userAgent,
        ...(known?.etag == null ? {} : { 'if-none-match': known.etag }),
        ...(known?.lastModified == null ? {} : { 'if-modified-since': known.lastModified }),
      },
    })
    const validators = {
      etag: response.headers.get('etag'),
      lastModified: response.headers.get('last-modified'),
    }
    if (response.status === 304) return { root: null, validators: known ?? validators }
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new WeatherSourceError(`${host} answered ${response.status}`, {
        retryAfterMs: waitOf(response.headers.get('retry-after')),
      })
    }
    return { root: readXml(decodeXml(await readBounded(response, maxBytes))), validators }
  } catch (error) {
    if (error instanceof WeatherSourceError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new WeatherSourceError(`${host} gave no warnings: ${reason}`)
  }
}
