import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCookie } from './sessions.service.ts'

const NAME = 'senca_session'
const MAX_LENGTH = 128

/** Reads, sets and clears the session cookie. It is `Secure` if the public URL uses https. */
export function createCookieJar({ isSecure }: { isSecure: boolean }) {
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure }
  return {
    read(request: FastifyRequest): string | undefined {
      const value = request.cookies[NAME]
      return value === undefined || value === '' || value.length > MAX_LENGTH ? undefined : value
    },
    set(reply: FastifyReply, { value, expiresAt }: SessionCookie) {
      reply.setCookie(NAME, value, { ...options, expires: expiresAt })
    },
    clear(reply: FastifyReply) {
      reply.clearCookie(NAME, options)
    },
  }
}

export type CookieJar = ReturnType<typeof createCookieJar>
