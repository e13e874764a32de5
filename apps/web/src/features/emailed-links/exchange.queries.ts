import { LIMITS } from '@senca/contract'
import { queryOptions } from '@tanstack/react-query'
import { ApiFailure } from '#core/api/failures.ts'
import type { EmailedLinksApi, LinkPurpose } from '#features/account-model/emailed-links.api.ts'
import { isAlreadyConfirmed } from './link-failure.ts'

const REFUSED_RETRY_MS = 300
const SILENT_RETRY_MS = 1_000

const ONCE = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  networkMode: 'always',
} as const

/** The state for the token of a link. Requested up to four times, then cached as long as the page is open. */
export const exchangeQuery = (api: EmailedLinksApi, purpose: LinkPurpose, token: string) =>
  queryOptions({
    ...ONCE,
    queryKey: ['link', purpose, token],
    queryFn: ({ signal }) => api.exchange(purpose, token, signal),
    retry: (count, failure) => count < LIMITS.TOKEN_EXCHANGE_RETRIES && !isAlreadyConfirmed(failure),
    retryDelay: (count, failure) =>
      failure instanceof ApiFailure ? REFUSED_RETRY_MS : SILENT_RETRY_MS * 2 ** count,
  })

/** Confirms the account of a link. The request is made only once. */
export const confirmQuery = (api: EmailedLinksApi, token: string, state: string | undefined) =>
  queryOptions({
    ...ONCE,
    queryKey: ['link', 'confirmed', token],
    queryFn: async () => {
      await api.confirm(token, state ?? '')
      return true
    },
    enabled: state !== undefined,
    retry: false,
  })
