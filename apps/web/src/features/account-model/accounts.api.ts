import { type Language, type Profile, profileSchema } from '@senca/contract'
import { secondFactorOptionsSchema } from '@senca/contract/second-factor'
import * as z from 'zod/mini'
import { callsBy, doneSchema } from '#core/api-calls.ts'
import type { ApiClient } from '#core/api-client.ts'

const nonceSchema = z.object({ nonce: z.string() })

/** A code of the authenticator app or a recovery code, or what a passkey answered. */
export type SecondFactorProof = { code: string } | { credential: unknown }

/** The account calls of the server. */
export function createAccountsApi(api: ApiClient) {
  const reading = callsBy(api, 'readsSession')
  const changing = callsBy(api, 'changesSession')
  return {
    login: (login: string, password: string): Promise<Profile> =>
      changing.post('/login', profileSchema, { form: { login, password } }),
    /** `lang` is the language of an account that the token makes. */
    loginWithToken: (idtoken: string, lang: Language): Promise<Profile> =>
      changing.post('/login', profileSchema, { query: { lang }, form: { idtoken } }),
    /** What an identity token must carry to be taken by `loginWithToken`; good for one. */
    nonce: () => reading.get('/login/nonce', nonceSchema),
    secondFactorOptions: (state: string) =>
      reading.post('/login/second/options', secondFactorOptionsSchema, { json: { state } }),
    finishLogin: (state: string, proof: SecondFactorProof): Promise<Profile> =>
      changing.post('/login/second', profileSchema, { json: { state, ...proof } }),
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
