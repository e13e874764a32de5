import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './failures.ts'

const RETRIES = 2

/** The cache of the server's state. Only requests that got no answer are retried; a refusal is final. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, failure) => count < RETRIES && !(failure instanceof ApiFailure),
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
