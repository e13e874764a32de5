import * as https from 'node:https'
import pLimit from 'p-limit'
import type { Clock } from '#platform/clock.ts'
import { outsideLookup, readOutsideUrl } from '#platform/http/outside-address.ts'
import type { AddressRule } from '#platform/mqtt/joined/address-rule.ts'
import type { Resolve } from '#platform/mqtt/joined/broker-socket.ts'
import { parseJson } from '#platform/parse-json.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import { type ClientMetadata, readClientDocument } from './client-metadata.ts'
import { isPlainHttps } from './redirect-uris.ts'

const ANSWER_MS = 10_000
const MAX_BYTES = 5 * 1_024
const HEADERS_MAX_BYTES = 8_192
const CACHED_MS = 3_600_000
const MAX_CACHED = 500
const AT_ONCE = 4

interface ClientDocumentsOptions {
  rule: AddressRule
  resolve: Resolve
  clock: Clock
  /** Certificates that are trusted; those of the system if absent. */
  ca?: string | undefined
}

/** Whether the id of a client is the address of a document about it: https, with a path (OAuth Client ID Metadata Document). */
export const isDocumentAddress = (id: string): boolean => isPlainHttps(id) && new URL(id).pathname !== '/'

/**
 * Fetches the documents of clients, under the rules of webhooks for addresses [BR58]: at each connection the address is checked, no
 * redirect is followed, and at most 5 KiB are read within 10 s.
 */
export function createClientDocuments({ rule, resolve, clock, ca }: ClientDocumentsOptions) {
  const cached = createTtlCache<{ id: string; metadata: ClientMetadata }>({
    clock,
    keptMs: CACHED_MS,
    max: MAX_CACHED,
  })
  const limit = pLimit(AT_ONCE)

  const load = (url: URL, signal: AbortSignal) =>
    new Promise<string>((loaded, failed) => {
      const request = https.get(url, {
        headers: { accept: 'application/json', 'user-agent': 'Senca' },
        lookup: outsideLookup(url, { rule, resolve }),
        agent: false,
        rejectUnauthorized: true,
        minVersion: 'TLSv1.2',
        maxHeaderSize: HEADERS_MAX_BYTES,
        signal,
        ...(ca === undefined ? {} : { ca }),
      })
      request.on('error', failed)
      request.on('response', (response) => {
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('error', failed)
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > MAX_BYTES) response.destroy(new Error('The document is too long'))
          else chunks.push(chunk)
        })
        response.on('end', () => loaded(Buffer.concat(chunks).toString('utf8')))
        if (response.statusCode !== 200) response.destroy(new Error('There is no document'))
      })
    })

  const fetchOne = async (id: string): Promise<ClientMetadata | null> => {
    const url = readOutsideUrl(id, rule)
    if (url === null) return null
    const controller = new AbortController()
    const cancel = clock.after(ANSWER_MS, () => controller.abort())
    try {
      return readClientDocument(parseJson(await load(url, controller.signal)), id)
    } catch {
      return null
    } finally {
      cancel()
    }
  }

  return {
    /** The metadata of a client whose id is an address; null if there is no valid document. */
    async find(id: string): Promise<ClientMetadata | null> {
      if (!isDocumentAddress(id)) return null
      const known = cached.get(id)
      if (known !== undefined) return known.metadata
      const [found] = await cached.read(
        async () => {
          const metadata = await limit(() => fetchOne(id))
          return metadata === null ? [] : [{ id, metadata }]
        },
        (one) => one.id,
      )
      return found?.metadata ?? null
    },
  }
}

export type ClientDocuments = ReturnType<typeof createClientDocuments>
