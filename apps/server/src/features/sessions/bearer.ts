/** The content of an Authorization header: a bearer token, something that cannot be one, or nothing. */
export type Bearer = { kind: 'none' } | { kind: 'unreadable' } | { kind: 'token'; token: string }

/** Parses an Authorization header, RFC 6750 §2.1. Schemes other than Bearer count as none. */
export function readBearer(header: string | undefined): Bearer {
  const token = /^bearer +([A-Za-z0-9\-._~+/]{1,512}=*)\s*$/i.exec(header ?? '')?.[1]
  if (token !== undefined) return { kind: 'token', token }
  return /^bearer(\s|$)/i.test(header ?? '') ? { kind: 'unreadable' } : { kind: 'none' }
}
