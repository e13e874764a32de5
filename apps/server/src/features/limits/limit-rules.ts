import { LIMITS } from '@senca/contract'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How often something may happen within a window that begins with its first time. */
export interface LimitRule {
  name: string
  max: number
  windowMs: number
}

/**
 * What is limited. Per address is generous, since a household, a company or a mobile network may stand behind one;
 * per account is narrow, since a person does not mistype a password ten times.
 */
export const LIMIT_RULES = {
  registrationsByAddress: { name: 'registrations/address', max: 100, windowMs: HOUR_MS },
  failuresByAddress: { name: 'failures/address', max: 120, windowMs: HOUR_MS },
  failuresByAccountAndAddress: { name: 'failures/account+address', max: 10, windowMs: 15 * MINUTE_MS },
  failuresByAccount: { name: 'failures/account', max: 20, windowMs: 15 * MINUTE_MS },
  /** Apart from those of sign-ins: a person who is slowed there must still come in by a mailed link. */
  confirmationFailuresByAddress: { name: 'confirmation failures/address', max: 120, windowMs: HOUR_MS },
  /** Of links that never were: the tokens are far too long to be found. */
  linkFailuresByAddress: { name: 'link failures/address', max: 300, windowMs: HOUR_MS },
  mailsByAddress: { name: 'mails/address', max: 100, windowMs: HOUR_MS },
  mailsByAccountAndPurpose: { name: 'mails/account+purpose', max: 5, windowMs: HOUR_MS },
  confirmationMailsByAccount: { name: 'confirmation mails/account', max: 60, windowMs: HOUR_MS },
  /** Each kind of second factor has its own limit: six digits can be guessed, so all guesses of an account count together. */
  totpGuesses: { name: 'totp guesses/account', max: 50, windowMs: HOUR_MS },
  /** These cannot be guessed: a stranger who tries from elsewhere takes nothing from the owner. */
  recoveryGuesses: { name: 'recovery guesses/account+address', max: 50, windowMs: HOUR_MS },
  passkeyGuesses: { name: 'passkey guesses/account+address', max: 50, windowMs: HOUR_MS },
  /** What an owner is told of: firmware that flutters fills no mailbox. */
  factoryResetsOfDevice: { name: 'factory resets/device', max: 5, windowMs: HOUR_MS },
  /** By who shares or gives away: the answer tells who has an account. */
  addressesAskedByAccount: {
    name: 'addresses asked/account',
    max: LIMITS.ADDRESSES_ASKED_PER_HOUR,
    windowMs: HOUR_MS,
  },
  /** Of what somebody was given or lost by a role; sharing itself goes on. */
  roleMailsByGiver: { name: 'role mails/giver', max: 60, windowMs: HOUR_MS },
  roleMailsByReceiver: { name: 'role mails/receiver', max: 20, windowMs: HOUR_MS },
  confirmationMailWait: { name: 'confirmation mail wait/account', max: 1, windowMs: 20_000 },
  /** Not a limit but a memory: the account has been made or signed in to from the address. */
  knownAddress: { name: 'known/account+address', max: 1, windowMs: 90 * DAY_MS },
} as const satisfies Record<string, LimitRule>
