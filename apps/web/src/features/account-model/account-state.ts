import { type Language, languageSchema, type Profile } from '@senca/contract'
import * as z from 'zod/mini'

/** The stored account state: who is signed in, as far as the page must know it before the server answers. */
export const accountStateSchema = z.object({
  isLoggedIn: z.boolean(),
  isConfirmed: z.boolean(),
  isPasswordSet: z.boolean(),
  email: z.nullable(z.string()),
  /** The language of e-mails. */
  locale: z.nullable(languageSchema),
})
export type AccountState = z.infer<typeof accountStateSchema>

export const NOBODY: AccountState = {
  isLoggedIn: false,
  isConfirmed: false,
  isPasswordSet: false,
  email: null,
  locale: null,
}

export type AccountEvent =
  /** Signed in by e-mail, by an identity provider or by registration. */
  | { type: 'loggedIn'; profile: Profile }
  | { type: 'profileLoaded'; profile: Profile }
  | { type: 'loggedOut' }
  | { type: 'localeSaved'; locale: Language }
  | { type: 'confirmed' }
  | { type: 'passwordAdded' }
  | { type: 'loggedOutEverywhere' }
  | { type: 'deleted' }

export function nextAccountState(state: AccountState, event: AccountEvent): AccountState {
  switch (event.type) {
    case 'loggedIn':
      return ofProfile(event.profile)
    case 'profileLoaded':
      return state.isLoggedIn ? ofProfile(event.profile) : state
    case 'loggedOut':
      return { ...state, isLoggedIn: false, email: null, locale: null }
    case 'localeSaved':
      return state.isLoggedIn ? { ...state, locale: event.locale } : state
    case 'confirmed':
      return state.isLoggedIn ? { ...state, isConfirmed: true } : state
    case 'passwordAdded':
      return state.isLoggedIn ? { ...state, isPasswordSet: true } : state
    case 'loggedOutEverywhere':
    case 'deleted':
      return NOBODY
  }
}

const ofProfile = (profile: Profile): AccountState => ({
  isLoggedIn: true,
  isConfirmed: profile.confirmed,
  isPasswordSet: profile.password_set,
  email: profile.email,
  locale: profile.locale,
})
