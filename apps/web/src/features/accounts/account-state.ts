import type { Profile } from '@senca/contract'
import * as z from 'zod/mini'

/** The account slice: who is signed in, as far as the page must know before the server has answered. */
export const accountStateSchema = z.object({
  isLoggedIn: z.boolean(),
  isConfirmed: z.boolean(),
  isPasswordSet: z.boolean(),
  email: z.nullable(z.string()),
})
export type AccountState = z.infer<typeof accountStateSchema>

export const NOBODY: AccountState = {
  isLoggedIn: false,
  isConfirmed: false,
  isPasswordSet: false,
  email: null,
}

export type AccountEvent =
  /** By e-mail login or registration. */
  | { type: 'loggedIn'; profile: Profile }
  | { type: 'profileLoaded'; profile: Profile }
  | { type: 'loggedOut' }
  | { type: 'loggedOutEverywhere' }

export function nextAccountState(state: AccountState, event: AccountEvent): AccountState {
  switch (event.type) {
    case 'loggedIn':
      return ofProfile(event.profile)
    case 'profileLoaded':
      return state.isLoggedIn ? ofProfile(event.profile) : state
    case 'loggedOut':
      return { ...state, isLoggedIn: false, email: null }
    case 'loggedOutEverywhere':
      return NOBODY
  }
}

const ofProfile = (profile: Profile): AccountState => ({
  isLoggedIn: true,
  isConfirmed: profile.confirmed,
  isPasswordSet: profile.password_set,
  email: profile.email,
})
