import {
  type ConfirmType,
  commandResultsSchema,
  exchangeAnswerSchema,
  type Language,
  mailAnswerSchema,
} from '@senca/contract'
import * as z from 'zod/mini'
import type { ApiClient } from '#core/api-client.ts'

const nothing = z.object({})
/** Token → name. */
const deviceListSchema = z.record(z.string(), z.string())

/** What the links of our mails are for. */
export type LinkPurpose = 'reset' | 'delete' | 'confirm'

/** The calls that send a mail, and those that its link leads to. */
export function createEmailedLinksApi(api: ApiClient) {
  const sendMail = (path: string, lang: Language, type: ConfirmType, query: Record<string, string> = {}) =>
    api.request({
      method: 'GET',
      path,
      access: 'readsSession',
      query: { ...query, confirmtype: type, lang },
      answer: mailAnswerSchema,
    })

  return {
    sendReset: (email: string, lang: Language, type: ConfirmType = 'link') =>
      sendMail('/account/resetpassword', lang, type, { email }),
    sendDelete: (lang: Language, type: ConfirmType = 'link') => sendMail('/account/delete', lang, type),
    sendAddPassword: (lang: Language, type: ConfirmType = 'link') =>
      sendMail('/account/addpassword', lang, type),
    sendConfirm: (lang: Language, type: ConfirmType = 'link') => sendMail('/account/confirm', lang, type),
    /** The state that a link's token gives; asking spends nothing. */
    exchange: async (purpose: LinkPurpose, token: string, signal?: AbortSignal): Promise<string> => {
      const { state } = await api.request({
        method: 'POST',
        path: `/account/${purpose}`,
        access: 'readsSession',
        form: { token },
        answer: exchangeAnswerSchema,
        ...(signal === undefined ? {} : { signal }),
      })
      return state
    },
    reset: (token: string, state: string, password: string) =>
      api.request({
        method: 'POST',
        path: `/account/${encodeURIComponent(token)}/reset`,
        access: 'changesSession',
        form: { state, new_password: password },
        answer: nothing,
      }),
    listDevices: async (): Promise<string[]> =>
      Object.keys(
        await api.request({
          method: 'GET',
          path: '/api/v1/device/list',
          access: 'apiToken',
          query: { index: 'token' },
          answer: deviceListSchema,
        }),
      ),
    deleteDevice: (token: string) =>
      api.request({
        method: 'DELETE',
        path: '/api/v1/device/delete',
        access: 'apiToken',
        query: { devicetoken: [token], force: 'true' },
        answer: commandResultsSchema,
      }),
    delete: (token: string, state: string) =>
      api.request({
        method: 'POST',
        path: `/account/${encodeURIComponent(token)}/delete`,
        access: 'changesSession',
        form: { state },
        answer: nothing,
      }),
    confirm: (token: string, state: string) =>
      api.request({
        method: 'POST',
        path: `/account/${encodeURIComponent(token)}/confirm`,
        access: 'readsSession',
        form: { state },
        answer: nothing,
      }),
    addPassword: (request: string, password: string) =>
      api.request({
        method: 'POST',
        path: '/account/addpassword',
        access: 'changesSession',
        json: { request, password },
        answer: nothing,
      }),
  }
}
export type EmailedLinksApi = ReturnType<typeof createEmailedLinksApi>
