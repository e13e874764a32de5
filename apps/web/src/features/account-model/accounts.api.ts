import { type Language, type Profile, profileSchema } from '@senca/contract'
import { passkeyLoginStartSchema, secondFactorOptionsSchema } from '@senca/contract/second-factor'
import * as z from 'zod/mini'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import type { ApiClient } from '#core/api/api-client.ts'

const nonceSchema = z.object({ nonce: z.string() })

/** A code of the authenticator app, a recovery code, or the answer of a passkey. */
export type SecondFactorProof = { code: string } | { credential: unknown }

/** The account endpoints of the server. */
export function createAccountsApi(api: ApiClient) {
  const reading = callsBy(api, 'readsSession')
  const changing = callsBy(api, 'changesSession')
  return {
    login: (login: string, password: string): Promise<Profile> =>
      changing.post('/login', profileSchema, { form: { login, password } }),
    /** `lang` is the language of the account if the token creates one. */
    loginWithToken: (idtoken: string, lang: Language): Promise<Profile> =>
      changing.post('/login', profileSchema, { query: { lang }, form: { idtoken } }),
    /** The nonce that an identity token must contain for `loginWithToken`. It is valid for one token. */
    nonce: () => reading.get('/login/nonce', nonceSchema),
    secondFactorOptions: (state: string) =>
      reading.post('/login/second/options', secondFactorOptionsSchema, { json: { state } }),
    finishLogin: (state: string, proof: SecondFactorProof): Promise<Profile> =>
      changing.post('/login/second', profileSchema, { json: { state, ...proof } }),
    startPasskeyLogin: () => reading.post('/login/passkey/start', passkeyLoginStartSchema, { json: {} }),
    loginWithPasskey: (state: string, credential: unknown): Promise<Profile> =>
      changing.post('/login/passkey', profileSchema, { json: { state, credential } }),
    register: (email: string, password: string, lang: Language) =>
      changing.post('/register', doneSchema, {
        query: { lang },
        form: { email, password, confirm_type: 'link' },
      }),
    whoami: (): Promise<Profile> => reading.get('/account/whoami', profileSchema),
    saveLocale: (locale: Language) => reading.post('/account/locale', doneSchema, { json: { locale } }),
    changePassword: (current: string, fresh: string) =>
      changing.post('/account/changepassword', doneSchema, {
        json: { old_password: current, new_password: fresh, confirm_password: fresh },
      }),
    logout: () => changing.post('/logout', doneSchema),
    logoutAll: () => changing.post('/logout-all', doneSchema),
  }
}
export type AccountsApi = ReturnType<typeof createAccountsApi>
