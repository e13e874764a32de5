import { LIMITS } from '@senca/contract'
import { jwtVerify } from 'jose'
import { isLoopbackName } from '#platform/http/loopback.ts'
import type { ReadKey } from './public-key.ts'

/** Longer than any valid token with these few claims. */
const TOKEN_MAX_LENGTH = 4_096
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** Whether a password is a signed token rather than a secret. */
export const isToken = (password: string): boolean =>
  password.length <= TOKEN_MAX_LENGTH && TOKEN.test(password)

interface Expected {
  deviceId: string
  /** The host name that devices connect to. If it is this machine, all names for it count as equal. */
  host: string
  now: Date
}

const isForHost = (audience: unknown, host: string): boolean => {
  const hosts: unknown[] = Array.isArray(audience) ? audience : [audience]
  return hosts.some(
    (one) => typeof one === 'string' && (one === host || (isLoopbackName(host) && isLoopbackName(one))),
  )
}

/**
 * Returns when a token ends that this key of this device signed for this host. Returns null if the token is not valid or lasts
 * longer than allowed. The header is not trusted: the algorithm is that of the key, and `kid` selects nothing.
 */
export async function verifyDeviceToken(
  token: string,
  { key, algorithm }: Pick<ReadKey, 'key' | 'algorithm'>,
  { deviceId, host, now }: Expected,
): Promise<Date | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      subject: deviceId,
      currentDate: now,
      requiredClaims: ['exp', 'sub', 'aud'],
    })
    const { aud, exp } = payload
    if (exp === undefined || !isForHost(aud, host)) return null
    const endsAt = new Date(exp * 1_000)
    const lastsMs = endsAt.getTime() - now.getTime()
    return lastsMs > 0 && lastsMs <= LIMITS.DEVICE_TOKEN_TTL_S * 1_000 ? endsAt : null
  } catch {
    return null
  }
}
