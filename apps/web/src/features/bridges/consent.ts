import {
  type OAuthConsentRequest,
  oauthConsentAnswerSchema,
  oauthRequestAnswerSchema,
} from '@senca/contract/oauth'
import { queryOptions } from '@tanstack/react-query'
import { callsBy } from '#core/api/api-calls.ts'
import { ApiFailure } from '#core/api/failures.ts'
import { api } from '#core/browser.ts'

const { post } = callsBy(api, 'apiToken')
const OAUTH = '/api/v1/oauth'

/** What an app asks for that sent the browser to the page with this query. It is asked once. */
export const consentQuery = (query: string) =>
  queryOptions({
    queryKey: ['oauth', query],
    queryFn: ({ signal }) => post(`${OAUTH}/request`, oauthRequestAnswerSchema, { signal, json: { query } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })

export const consentApi = {
  /** Lets an app in, and resolves with where the browser goes. */
  give: (consent: OAuthConsentRequest) =>
    post(`${OAUTH}/consent`, oauthConsentAnswerSchema, { json: consent }),
  /** Goes to the app. The server answers only with these two kinds of addresses; a script is never one. */
  leave(to: string) {
    if (/^https?:\/\//.test(to)) location.replace(to)
  },
}

const FAULTS = ['query', 'client_id', 'redirect_uri'] as const
type Fault = (typeof FAULTS)[number]

/** Why the browser cannot be sent back to an app; null for another failure. */
export const consentFaultOf = (failure: Error | null): Fault | null =>
  (failure instanceof ApiFailure &&
    failure.error === 'malformed_request' &&
    FAULTS.find((fault) => fault === failure.key)) ||
  null
