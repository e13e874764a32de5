import { securityEventsSchema, sessionsSchema } from '@senca/contract/account'
import {
  recoveryCodesSchema,
  secondFactorStatusSchema,
  totpStartSchema,
  webAuthnOptionsSchema,
} from '@senca/contract/second-factor'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { api } from '#core/browser.ts'

const FACTOR = '/account/second-factor'

const { get, post } = callsBy(api, 'readsSession')
const codesOf = async (path: string, json: object): Promise<string[]> =>
  (await post(`${FACTOR}/${path}`, recoveryCodesSchema, { json })).recoveryCodes

/** The calls for sessions, security events and the second factor. */
export const securityApi = {
  sessions: () => get('/account/sessions', sessionsSchema),
  revoke: (id: string) => post('/account/sessions/revoke', doneSchema, { json: { id } }),
  /** The newest events first. `before` is the id of the last entry of the previous page. */
  events: (before: string | null) =>
    get('/account/events', securityEventsSchema, before === null ? {} : { query: { before } }),
  secondFactor: () => get(FACTOR, secondFactorStatusSchema),
  startTotp: (password: string) => post(`${FACTOR}/totp/start`, totpStartSchema, { json: { password } }),
  confirmTotp: (code: string) => codesOf('totp/confirm', { code }),
  removeTotp: (password: string) => post(`${FACTOR}/totp/remove`, doneSchema, { json: { password } }),
  startPasskey: (password: string) =>
    post(`${FACTOR}/passkey/start`, webAuthnOptionsSchema, { json: { password } }),
  addPasskey: (name: string, credential: unknown) => codesOf('passkey/add', { name, credential }),
  removePasskey: (id: string, password: string) =>
    post(`${FACTOR}/passkey/remove`, doneSchema, { json: { id, password } }),
  renewRecoveryCodes: (password: string) => codesOf('recovery/renew', { password }),
}
