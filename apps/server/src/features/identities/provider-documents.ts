import * as z from 'zod/mini'
import { readBounded } from '#platform/http/read-bounded.ts'

const TIMEOUT_MS = 5_000
const MAX_BYTES = 262_144

/** The provider cannot be reached, or its answer is not a valid document. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable'
}

/** Fetches a JSON document of a provider with limits on time and size, without following redirects. */
export async function fetchDocument<T>(address: string, schema: z.ZodMiniType<T>): Promise<T> {
  try {
    const response = await fetch(address, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: 'application/json' },
    })
    if (response.status !== 200) throw new Error(`answered ${response.status}`)
    return z.parse(schema, JSON.parse((await readBounded(response, MAX_BYTES)).toString('utf8')))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ProviderUnreachable(`${address}: ${reason}`)
  }
}
