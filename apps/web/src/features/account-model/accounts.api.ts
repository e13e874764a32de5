import { type Language, type Profile, profileSchema, secondFactorOptionsSchema } from '@senca/contract'
import * as z from 'zod/mini'
import type { ApiClient } from '#core/api-client.ts'

const nothing = z.object({})
const nonceSchema = z.object({ nonce: z.string() })

/** A code of the authenticator app or a recovery code, or what a passkey answered. */
export type SecondFactorProof = { code: string } | { credential: unknown }

/** The account calls of the server. */
export function createAccountsApi(api: ApiClient) {
  return {
    login: (login: string, password: string): Promise<Profile> =>
      api.request({
        method: 'POST',
        path: '/login',
        access: 'changesSession',
        form: { login, password },
        answer: profileSchema,
      }),
    /** `lang` is the language of an account that the token makes. */
    loginWithToken: (idtoken: string, lang: Language): Promise<Profile> =>
      api.request({
        method: 'POST',
        path: '/login',
        access: 'changesSession',
        query: { lang },
        form: { idtoken },
        answer: profileSchema,
      }),
    /** What an identity token must carry to be taken by `loginWithToken`; good for one. */
    nonce: () =>
      api.request({ method: 'GET', path: '/login/nonce', access: 'readsSession', answer: nonceSchema }),
    secondFactorOptions: (state: string) =>
      api.request({
        method: 'POST',
        path: '/login/second/options',
        access: 'readsSession',
        json: { state },
        answer: secondFactorOptionsSchema,
      }),
    finishLogin: (state: string, proof: SecondFactorProof): Promise<Profile> =>
      api.request({
        method: 'POST',
        path: '/login/second',
        access: 'changesSession',
        json: { state, ...proof },
        answer: profileSchema,
      }),
    register: (email: string, password: string, lang: Language) =>
      api.request({
        method: 'POST',
        path: '/register',
        access: 'changesSession',
        query: { lang },
        form: { email, password, confirm_type: 'link' },
        answer: nothing,
      }),
    whoami: (): Promise<Profile> =>
      api.request({
        method: 'GET',
        path: '/account/whoami',
        access: 'readsSession',
        answer: profileSchema,
      }),
    saveLocale: (locale: Language) =>
      api.request({
        method: 'POST',
        path: '/account/locale',
        access: 'readsSession',
        json: { locale },
        answer: nothing,
      }),
    changePassword: (current: string, fresh: string) =>
      api.request({
        method: 'POST',
        path: '/account/changepassword',
        access: 'changesSession',
        json: { old_password: current, new_password: fresh, confirm_password: fresh },
        answer: nothing,
      }),
    logout: () => api.request({ method: 'POST', path: '/logout', access: 'changesSession', answer: nothing }),
    logoutAll: () =>
      api.request({ method: 'POST', path: '/logout-all', access: 'changesSession', answer: nothing }),
  }
}
export type AccountsApi = ReturnType<typeof createAccountsApi>
