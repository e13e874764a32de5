import * as z from 'zod/mini'

const stateSchema = z.object({ from: z.string().check(z.regex(/^\/(?![/\\])/)) })

/** Where a person wanted to go before signing in: a path of this app, else the home. */
export function returnPath(navigationState: unknown): string {
  const state = stateSchema.safeParse(navigationState)
  return state.success ? state.data.from : '/home'
}
