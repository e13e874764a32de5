/** What an Authorization header carries: a bearer token, one that cannot be any, or none. */
export type Bearer = { kind: 'none' } | { kind: 'unreadable' } | { kind: 'token'; token: string }

/** Reads an Authorization header, RFC 6750 §2.1; other schemes than Bearer count as none. */
export function readBearer(header: string | undefined): Bearer {
  const token = /^bearer +([A-Za-z0-9\-._~+/]{1,512}=*)\s*$/i.exec(header ?? '')?.[1]
  if (token !== undefined) return { kind: 'token', token }
  return /^bearer(\s|$)/i.test(header ?? '') ? { kind: 'unreadable' } : { kind: 'none' }
}
