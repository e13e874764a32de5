import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './failures.ts'

const RETRIES = 2

/** What the page knows of the server's state. A refusal is final; only what got no answer is asked again. */
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
