import { type Language, type Profile, profileSchema } from '@senca/contract'
import * as z from 'zod/mini'
import type { ApiClient } from '#core/api-client.ts'

const nothing = z.object({})

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
    logout: () => api.request({ method: 'POST', path: '/logout', access: 'changesSession', answer: nothing }),
    logoutAll: () =>
      api.request({ method: 'POST', path: '/logout-all', access: 'changesSession', answer: nothing }),
  }
}
export type AccountsApi = ReturnType<typeof createAccountsApi>
