import * as z from 'zod/mini'

const stateSchema = z.object({ token: z.string().check(z.minLength(1)) })

/** The token of a link from the URL, otherwise from the navigation state; null if neither has one. */
export function linkToken(search: string, navigationState: unknown): string | null {
  const inAddress = new URLSearchParams(search).get('token')
  if (inAddress !== null && inAddress !== '') return inAddress
  const state = stateSchema.safeParse(navigationState)
  return state.success ? state.data.token : null
}

const requestSchema = z.object({ request: z.nullable(z.string()) })

/** The request of a link that adds a password: undefined if there is none, null if it was passed on as null. */
export function addPasswordRequest(search: string, navigationState: unknown): string | null | undefined {
  const state = requestSchema.safeParse(navigationState)
  const request = state.success ? state.data.request : new URLSearchParams(search).get('request')
  if (request === null) return state.success ? null : undefined
  return request === '' ? undefined : request
}
