import type { Purpose } from '../confirmations.store.ts'

/** What a letter of one purpose says. */
export interface PurposeTexts {
  subject: string
  /** Why the letter came. */
  lead: string
  /** On the button. */
  action: string
  /** For who did not ask for it. */
  unasked: string
}

/** Everything that letters say in one language. No digits: a code is the only number in a letter. */
export interface MailTexts {
  purposes: Record<Purpose, PurposeTexts>
  /** Above the bare link. */
  copyLink: string
  linkLife: string
  /** Above the code. */
  enterCode: string
  codeLife: string
}
