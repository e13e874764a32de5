const MAX_LENGTH = 1_000
/** A program on the computer of the person, on a port that it gets when it starts (RFC 8252 §7.3). */
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?(\/[^#\\]*|\?[^#\\]*)?$/
const HIGHEST_PORT = 65_535

const isPlain = (uri: string): boolean => uri.length <= MAX_LENGTH && /^[\x21-\x7e]+$/.test(uri)

/** The parts of an address of this computer; null for any other. */
function loopbackOf(uri: string): { host: string; rest: string } | null {
  const [, host, port = '0', rest = ''] = LOOPBACK.exec(uri) ?? []
  return host === undefined || Number(port) > HIGHEST_PORT ? null : { host, rest }
}

/** An https address as every browser reads it: host in lower case and punycode, no user, no fragment, nothing to resolve. */
export function isPlainHttps(uri: string): boolean {
  if (!isPlain(uri) || !uri.startsWith('https://') || uri.includes('#') || !URL.canParse(uri)) return false
  const url = new URL(uri)
  return url.href === uri && url.username === '' && url.password === ''
}

/** Whether a client may have its answers sent there: to an https address, or to a program on the computer of the person. */
export const isRedirectUri = (uri: string): boolean =>
  isPlainHttps(uri) || (isPlain(uri) && loopbackOf(uri) !== null)

/** Whether an address of a request is one of those of the client: the same text, except for the port on this computer. */
export function isOneOf(uris: readonly string[], asked: string): boolean {
  if (!isRedirectUri(asked)) return false
  const loopback = loopbackOf(asked)
  return uris.some((uri) => {
    if (loopback === null) return uri === asked
    const known = loopbackOf(uri)
    return known !== null && known.host === loopback.host && known.rest === loopback.rest
  })
}

/** The host of an address, with its port, as a browser writes it. */
export const hostOf = (uri: string): string => new URL(uri).host

/** An address with parameters added to those that it has. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | null>>): string {
  const added = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== null) added.append(name, value)
  return `${uri}${uri.includes('?') ? '&' : '?'}${added}`
}
