import { commandResultsSchema, type Language } from '@senca/contract'
import {
  type AccountCreation,
  type ConfirmType,
  confirmationExchangeSchema,
  deletionExchangeSchema,
  exchangeAnswerSchema,
  mailAnswerSchema,
} from '@senca/contract/account'
import type { StoreSubscription } from '@senca/contract/billing'
import * as z from 'zod/mini'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import type { ApiClient } from '#core/api/api-client.ts'

/** Device names by token. */
const deviceListSchema = z.record(z.string(), z.string())

/** What the links in our e-mails are for. */
export type LinkPurpose = 'reset' | 'delete' | 'confirm'

const pathOf = (token: string, purpose: LinkPurpose): string =>
  `/account/${encodeURIComponent(token)}/${purpose}`

/** The calls that send an e-mail and the calls that its link needs. */
export function createEmailedLinksApi(api: ApiClient) {
  const reading = callsBy(api, 'readsSession')
  const changing = callsBy(api, 'changesSession')
  const devices = callsBy(api, 'apiToken')
  const mailing =
    (path: string) =>
    (lang: Language, type: ConfirmType = 'link', query: Record<string, string> = {}) =>
      reading.get(path, mailAnswerSchema, { query: { ...query, confirmtype: type, lang } })
  const sendReset = mailing('/account/resetpassword')

  return {
    sendReset: (email: string, lang: Language, type?: ConfirmType) => sendReset(lang, type, { email }),
    sendDelete: mailing('/account/delete'),
    sendAddPassword: mailing('/account/addpassword'),
    sendConfirm: mailing('/account/confirm'),
    /** Exchanges the token of a link for a state. The token can be exchanged more than once. */
    exchange: async (purpose: LinkPurpose, token: string, signal?: AbortSignal): Promise<string> =>
      (await reading.post(`/account/${purpose}`, exchangeAnswerSchema, { form: { token }, signal })).state,
    /** The store subscriptions that continue after the link deletes the account. Empty where billing is off. */
    storeSubscriptions: async (token: string): Promise<StoreSubscription[]> =>
      (await reading.post('/account/delete', deletionExchangeSchema, { form: { token } }))
        .storeSubscriptions ?? [],
    /** When and by which browser the account of a confirmation link was made; null if that is not known. */
    accountCreation: async (token: string): Promise<AccountCreation | null> =>
      (await reading.post('/account/confirm', confirmationExchangeSchema, { form: { token } })).creation ??
      null,
    reset: (token: string, state: string, password: string) =>
      changing.post(pathOf(token, 'reset'), doneSchema, { form: { state, new_password: password } }),
    listDevices: async (): Promise<string[]> =>
      Object.keys(await devices.get('/api/v1/device/list', deviceListSchema, { query: { index: 'token' } })),
    deleteDevice: (token: string) =>
      devices.delete('/api/v1/device/delete', commandResultsSchema, {
        query: { devicetoken: [token], force: 'true' },
      }),
    delete: (token: string, state: string) =>
      changing.post(pathOf(token, 'delete'), doneSchema, { form: { state } }),
    confirm: (token: string, state: string) =>
      reading.post(pathOf(token, 'confirm'), doneSchema, { form: { state } }),
    /** Removes the account of a confirmation link, which somebody else made. */
    disown: (token: string, state: string) =>
      reading.post(`/account/${encodeURIComponent(token)}/disown`, doneSchema, { form: { state } }),
    addPassword: (request: string, password: string) =>
      changing.post('/account/addpassword', doneSchema, { json: { request, password } }),
  }
}
export type EmailedLinksApi = ReturnType<typeof createEmailedLinksApi>
