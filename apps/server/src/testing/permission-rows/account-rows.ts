import { createSoftwareAuthenticator } from '../doubles/software-authenticator.ts'
import { GOOD_PASSWORD, newEmail } from '../test-client.ts'
import { NO_TOKEN, PROOF, type Row } from './row.ts'

/** Calls about an account itself. */
export const ACCOUNT_ROWS: Record<string, Row> = {
  'POST /auth/register': {
    request: () => ({ form: { email: newEmail(), password: GOOD_PASSWORD, confirm_type: 'link' } }),
  },
  'POST /auth/login': { request: () => ({ form: { login: 'nobody@example.com', password: GOOD_PASSWORD } }) },
  'GET /auth/login/nonce': { request: () => ({}) },
  'POST /auth/login/second/options': { request: () => ({ json: { state: 'x' } }) },
  'POST /auth/login/second': { request: () => ({ json: { state: 'x', code: '123456' } }) },
  'POST /auth/login/passkey/start': { request: () => ({ json: {} }) },
  'POST /auth/login/passkey': {
    request: () => ({
      json: { state: 'x', credential: createSoftwareAuthenticator().get({ challenge: 'x', origin: 'x' }) },
    }),
  },
  'POST /auth/logout': { request: () => ({}) },
  'POST /auth/logout-all': { request: () => ({}) },
  'GET /auth/account/whoami': { request: () => ({}) },
  'POST /auth/account/locale': { request: () => ({ json: { locale: 'de' } }) },
  'GET /auth/account/preferences': { request: () => ({}) },
  'POST /auth/account/preferences': { request: () => ({ json: { density: 'compact' } }) },
  'GET /auth/account/sessions': { request: () => ({}) },
  'POST /auth/account/sessions/revoke': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    refusal: 'resource_not_found',
  },
  'GET /auth/account/events': { request: () => ({}) },
  'GET /auth/account/second-factor': { request: () => ({}) },
  'POST /auth/account/second-factor/totp/start': { request: () => PROOF },
  'POST /auth/account/second-factor/totp/confirm': {
    request: () => ({ json: { code: '123456' } }),
    refusal: 'confirmation_code_expired',
  },
  'POST /auth/account/second-factor/totp/remove': { request: () => PROOF },
  'POST /auth/account/second-factor/passkey/start': { request: () => PROOF },
  'POST /auth/account/second-factor/passkey/add': {
    request: () => ({
      json: { name: 'Key', credential: createSoftwareAuthenticator().get({ challenge: 'x', origin: 'x' }) },
    }),
    refusal: 'confirmation_code_expired',
  },
  'POST /auth/account/second-factor/passkey/remove': {
    request: () => ({ json: { ...PROOF.json, id: 'x' } }),
    refusal: 'resource_not_found',
  },
  'POST /auth/account/second-factor/recovery/renew': {
    request: () => PROOF,
    refusal: 'resource_not_found',
  },
  'GET /auth/account/confirm': {
    request: () => ({}),
    refusal: 'too_many_requests',
    isForUnconfirmed: true,
  },
  'POST /auth/account/confirm': { request: () => ({ form: { token: NO_TOKEN } }) },
  'POST /auth/account/{token}/confirm': { request: () => ({ form: { state: NO_TOKEN } }) },
  'POST /auth/account/changepassword': {
    request: () => ({
      json: { old_password: GOOD_PASSWORD, new_password: 'river-lamp-43', confirm_password: 'river-lamp-43' },
    }),
  },
  'GET /auth/account/addpassword': { request: () => ({}), refusal: 'password_already_set' },
  'POST /auth/account/addpassword': {
    request: () => ({ json: { request: NO_TOKEN, password: GOOD_PASSWORD } }),
  },
  'GET /auth/account/resetpassword': { request: () => ({ query: 'email=nobody@example.com' }) },
  'POST /auth/account/reset': { request: () => ({ form: { token: NO_TOKEN } }) },
  'POST /auth/account/{token}/reset': {
    request: () => ({ form: { state: NO_TOKEN, new_password: GOOD_PASSWORD } }),
  },
  'GET /auth/account/delete': { request: () => ({}) },
  'POST /auth/account/delete': { request: () => ({ form: { token: NO_TOKEN } }) },
  'POST /auth/account/{token}/disown': { request: () => ({ form: { state: NO_TOKEN } }) },
  'POST /auth/account/{token}/delete': { request: () => ({ form: { state: NO_TOKEN } }) },
  'GET /auth/account/websocket/token': { request: () => ({}) },
}
