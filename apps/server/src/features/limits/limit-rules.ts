import { LIMITS } from '@senca/contract'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The maximum number of events in a time window that begins with the first one. */
export interface LimitRule {
  name: string
  max: number
  windowMs: number
}

/**
 * The limits. Those per address are generous, because a household, a company or a mobile network may share one address. Those per
 * account are narrow, because a person does not mistype a password ten times.
 */
export const LIMIT_RULES = {
  registrationsByAddress: { name: 'registrations/address', max: 100, windowMs: HOUR_MS },
  failuresByAddress: { name: 'failures/address', max: 120, windowMs: HOUR_MS },
  failuresByAccountAndAddress: { name: 'failures/account+address', max: 10, windowMs: 15 * MINUTE_MS },
  failuresByAccount: { name: 'failures/account', max: 20, windowMs: 15 * MINUTE_MS },
  /** Separate from the limit for sign-ins, because a person who reached that one must still be able to use an e-mailed link. */
  confirmationFailuresByAddress: { name: 'confirmation failures/address', max: 120, windowMs: HOUR_MS },
  /** For unknown links. The tokens are far too long to be guessed. */
  linkFailuresByAddress: { name: 'link failures/address', max: 300, windowMs: HOUR_MS },
  /** For unknown tokens of bridges, which are far too long to be guessed. */
  bridgeFailuresByAddress: { name: 'bridge failures/address', max: 120, windowMs: HOUR_MS },
  mailsByAddress: { name: 'mails/address', max: 100, windowMs: HOUR_MS },
  mailsByAccountAndPurpose: { name: 'mails/account+purpose', max: 5, windowMs: HOUR_MS },
  confirmationMailsByAccount: { name: 'confirmation mails/account', max: 60, windowMs: HOUR_MS },
  /** Each kind of second factor has its own limit. Six digits can be guessed, so all guesses at an account count together. */
  totpGuesses: { name: 'totp guesses/account', max: 50, windowMs: HOUR_MS },
  /** These cannot be guessed, so guesses of a stranger at another address do not limit the owner. */
  recoveryGuesses: { name: 'recovery guesses/account+address', max: 50, windowMs: HOUR_MS },
  passkeyGuesses: { name: 'passkey guesses/account+address', max: 50, windowMs: HOUR_MS },
  /** Nobody can keep others from a door: wrong PINs lock the person who entered them. */
  doorPinsByPerson: { name: 'door pins/account+door', max: 10, windowMs: HOUR_MS },
  /** For notices to the owner, so that faulty firmware does not fill the mailbox. */
  factoryResetsOfDevice: { name: 'factory resets/device', max: 5, windowMs: HOUR_MS },
  /** For the account that shares or transfers devices, because the answer reveals who has an account. */
  addressesAskedByAccount: {
    name: 'addresses asked/account',
    max: LIMITS.ADDRESSES_ASKED_PER_HOUR,
    windowMs: HOUR_MS,
  },
  /** For e-mails about roles that somebody got or lost; sharing itself is not limited by it. */
  roleMailsByGiver: { name: 'role mails/giver', max: 60, windowMs: HOUR_MS },
  roleMailsByReceiver: { name: 'role mails/receiver', max: 20, windowMs: HOUR_MS },
  /** For the receiver of transfers, from all senders together. Each offer sends an e-mail, so a further one is refused. */
  transfersByReceiver: { name: 'transfers/receiver', max: 5, windowMs: HOUR_MS },
  mqttLoginsByAccount: {
    name: 'mqtt logins/account',
    max: LIMITS.MQTT_LOGINS_PER_HOUR,
    windowMs: HOUR_MS,
  },
  /** Further ones are in one e-mail at the end of the hour. */
  mqttLoginMailsByAccount: { name: 'mqtt login mails/account', max: 5, windowMs: HOUR_MS },
  /** Each one connects to an address that a person typed. */
  brokerJoinsByAccount: {
    name: 'broker joins/account',
    max: LIMITS.BROKER_JOINS_PER_HOUR,
    windowMs: HOUR_MS,
  },
  /** Calls of tools by an agent, its other messages, and the commands in its calls [BR49]. */
  mcpCallsByBridge: { name: 'mcp calls/bridge', max: 60, windowMs: MINUTE_MS },
  mcpMessagesByBridge: { name: 'mcp messages/bridge', max: 60, windowMs: MINUTE_MS },
  mcpCommandsByBridge: { name: 'mcp commands/bridge', max: 20, windowMs: MINUTE_MS },
  /** Clients that register themselves [BR43], and the requests of clients that an account opens. */
  oauthRegistrationsByAddress: { name: 'oauth registrations/address', max: 20, windowMs: HOUR_MS },
  oauthRequestsByAccount: { name: 'oauth requests/account', max: 60, windowMs: HOUR_MS },
  /** Tests and replays of webhooks, each of which sends to an address that a person typed. */
  webhookTriesByAccount: {
    name: 'webhook tries/account',
    max: LIMITS.WEBHOOK_TRIES_PER_HOUR,
    windowMs: HOUR_MS,
  },
  pushTestsByAccount: { name: 'push tests/account', max: LIMITS.PUSH_TESTS_PER_HOUR, windowMs: HOUR_MS },
  rehearsalsByAccount: { name: 'escalation rehearsals/account', max: 1, windowMs: DAY_MS },
  pushReceiptsByAddress: { name: 'push receipts/address', max: 60, windowMs: MINUTE_MS },
  confirmationMailWait: { name: 'confirmation mail wait/account', max: 1, windowMs: 20_000 },
  /** Not a limit: remembers that the account was created or signed in to from this address. */
  knownAddress: { name: 'known/account+address', max: 1, windowMs: 90 * DAY_MS },
  /** Not a limit: remembers that the account was used in this browser. */
  knownBrowser: { name: 'known/account+browser', max: 1, windowMs: 90 * DAY_MS },
} as const satisfies Record<string, LimitRule>
