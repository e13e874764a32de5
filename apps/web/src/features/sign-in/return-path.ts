import * as z from 'zod/mini'

const stateSchema = z.object({ from: z.string().check(z.regex(/^\/(?![/\\])/)) })

/** The path of this app that was requested before signing in; the home screen if there is none. */
export function returnPath(navigationState: unknown): string {
  const state = stateSchema.safeParse(navigationState)
  return state.success ? state.data.from : '/home'
}
