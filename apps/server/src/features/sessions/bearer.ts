/** What an Authorization header carries: a bearer token, one that cannot be any, or none. */
export type Bearer = { kind: 'none' } | { kind: 'unreadable' } | { kind: 'token'; token: string }

/** Reads an Authorization header, RFC 6750 §2.1; other schemes than Bearer count as none. */
export function readBearer(header: string | undefined): Bearer {
  if (header === undefined || !/^bearer(\s|$)/i.test(header)) return { kind: 'none' }
  const token = /^bearer +([A-Za-z0-9\-._~+/]{1,512}=*)$/i.exec(header.trim())?.[1]
  return token === undefined ? { kind: 'unreadable' } : { kind: 'token', token }
}
