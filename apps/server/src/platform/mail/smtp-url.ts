import { isLoopbackName } from '../http/loopback.ts'

const DEFAULT_PORT = 587
const DEFAULT_TLS_PORT = 465
const ADDRESS = /^[^\s@<>(),;:\\"[\]\p{Cc}]+@[^\s@<>(),;:\\"[\]\p{Cc}]+$/u

/** A mail server of `SMTP_URL`. */
export interface SmtpServer {
  host: string
  port: number
  /** TLS from the first byte. */
  isTls: boolean
  /** STARTTLS or nothing. */
  mustEncrypt: boolean
  credentials: { user: string; pass: string } | null
  /** The address that e-mails come from, where the variable names one. */
  from: string | null
}

/**
 * Reads `smtp[s]://[user:password@]host[:port][?from=address][&tls=optional]`, or null when it is none. Unless the mail
 * server is on this machine, or TLS is declared optional, nothing is sent in the clear.
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
