import {
  recoveryCodesSchema,
  secondFactorStatusSchema,
  securityEventsSchema,
  sessionsSchema,
  totpStartSchema,
  webAuthnOptionsSchema,
} from '@senca/contract'
import * as z from 'zod/mini'
import type { ApiClient } from '#core/api-client.ts'

const nothing = z.object({})

/** The calls of signed-in devices, the security trail and the second factor. */
export function createSecurityApi(api: ApiClient) {
  const post = <T>(path: string, json: unknown, answer: z.ZodMiniType<T>) =>
    api.request({ method: 'POST', path, access: 'readsSession', json, answer })
  const get = <T>(path: string, answer: z.ZodMiniType<T>, query?: Record<string, string>) =>
    api.request({
      method: 'GET',
      path,
      access: 'readsSession',
      answer,
      ...(query === undefined ? {} : { query }),
    })

  return {
    sessions: () => get('/account/sessions', sessionsSchema),
    revoke: (id: string) => post('/account/sessions/revoke', { id }, nothing),
    /** The newest first; `before` is the id of the last one that is known. */
    events: (before: string | null) =>
      get('/account/events', securityEventsSchema, before === null ? undefined : { before }),
    secondFactor: () => get('/account/second-factor', secondFactorStatusSchema),
    startTotp: (password: string) => post('/account/second-factor/totp/start', { password }, totpStartSchema),
    confirmTotp: async (code: string) =>
      (await post('/account/second-factor/totp/confirm', { code }, recoveryCodesSchema)).recoveryCodes,
    removeTotp: (password: string) => post('/account/second-factor/totp/remove', { password }, nothing),
    startPasskey: (password: string) =>
      post('/account/second-factor/passkey/start', { password }, webAuthnOptionsSchema),
    addPasskey: async (name: string, credential: unknown) =>
      (await post('/account/second-factor/passkey/add', { name, credential }, recoveryCodesSchema))
        .recoveryCodes,
    removePasskey: (id: string, password: string) =>
      post('/account/second-factor/passkey/remove', { id, password }, nothing),
    renewRecoveryCodes: async (password: string) =>
      (await post('/account/second-factor/recovery/renew', { password }, recoveryCodesSchema)).recoveryCodes,
  }
}
export type SecurityApi = ReturnType<typeof createSecurityApi>
