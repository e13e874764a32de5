import { isLoopbackName } from '../http/loopback.ts'

const DEFAULT_PORT = 587
const DEFAULT_TLS_PORT = 465
const ADDRESS = /^[^\s@<>(),;:\\"[\]\p{Cc}]+@[^\s@<>(),;:\\"[\]\p{Cc}]+$/u

/** The mail server of `SMTP_URL`. */
export interface SmtpServer {
  host: string
  port: number
  /** TLS from the start of the connection. */
  isTls: boolean
  /** Requires STARTTLS. */
  mustEncrypt: boolean
  credentials: { user: string; pass: string } | null
  /** The sender address, if the variable contains one. */
  from: string | null
}

/**
 * Parses `smtp[s]://[user:password@]host[:port][?from=address][&tls=optional]`; null if invalid. Encryption is required unless
 * the mail server is on this machine or TLS is optional.
 */
export function parseSmtpUrl(text: string): SmtpServer | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const isTls = url.protocol === 'smtps:'
  const parameters = Object.fromEntries(url.searchParams)
  const { from = null, tls = 'required', ...unknown } = parameters
  const isReadable =
    (isTls || url.protocol === 'smtp:') &&
    url.hostname !== '' &&
    /^\/?$/.test(url.pathname) &&
    url.hash === '' &&
    (from === null || ADDRESS.test(from)) &&
    ['required', 'optional'].includes(tls) &&
    Object.keys(unknown).length === 0
  if (!isReadable) return null
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const user = decode(url.username)
  const pass = decode(url.password)
  if (user === null || pass === null) return null
  return {
    host,
    port: url.port === '' ? (isTls ? DEFAULT_TLS_PORT : DEFAULT_PORT) : Number(url.port),
    isTls,
    mustEncrypt: !isTls && tls === 'required' && !isLoopbackName(host),
    credentials: user === '' ? null : { user, pass },
    from,
  }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
