import * as z from 'zod/mini'
import { plainText } from '#features/agents/index.ts'
import { isRedirectUri } from './redirect-uris.ts'

const NAME_MAX = 60
const REDIRECTS_MAX = 10

/** What is known of a client: where answers may go, and the name that it claims. Nobody has checked the name. */
export interface ClientMetadata {
  name: string | null
  redirectUris: string[]
}

const metadataSchema = z.looseObject({
  client_name: z.optional(z.string()),
  redirect_uris: z.array(z.string()).check(z.minLength(1), z.maxLength(REDIRECTS_MAX)),
  grant_types: z.optional(z.array(z.string())),
  response_types: z.optional(z.array(z.string())),
})
const documentSchema = z.extend(metadataSchema, {
  client_id: z.string(),
  client_secret: z.optional(z.undefined()),
  token_endpoint_auth_method: z.optional(z.literal('none')),
})

export type MetadataFault = 'invalid_client_metadata' | 'invalid_redirect_uri'

const nameOf = (claimed: string | undefined): string | null => {
  const name = plainText(claimed ?? '')
    .slice(0, NAME_MAX)
    .trim()
  return name === '' ? null : name
}

/** The metadata of a client, or what is wrong with it. */
export function readClientMetadata(raw: unknown): ClientMetadata | MetadataFault {
  const { data } = metadataSchema.safeParse(raw)
  if (data === undefined) return 'invalid_client_metadata'
  const { client_name, redirect_uris, grant_types, response_types } = data
  if (grant_types?.includes('authorization_code') === false || response_types?.includes('code') === false)
    return 'invalid_client_metadata'
  if (!redirect_uris.every(isRedirectUri)) return 'invalid_redirect_uri'
  return { name: nameOf(client_name), redirectUris: redirect_uris }
}

/** The metadata in a document that was fetched from the address that is the id of the client; null if it is none. */
export function readClientDocument(raw: unknown, id: string): ClientMetadata | null {
  const document = documentSchema.safeParse(raw)
  if (!document.success || document.data.client_id !== id) return null
  const metadata = readClientMetadata(raw)
  return typeof metadata === 'string' ? null : metadata
}
