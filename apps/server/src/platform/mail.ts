import { isIP } from 'node:net'
import MailComposer from 'nodemailer/lib/mail-composer'

/** A letter to one person. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** `<name@host>`, the same at every attempt. */
  messageId: string
  /** The link or code that the letter is about, for who runs a server without a mail server. */
  token: string
}

/** Sends letters; throws a MailError that says what became of the letter. */
export interface Mailer {
  send(mail: Mail, options: SendOptions): Promise<void>
}

export interface SendOptions {
  /** Calls it off. */
  signal: AbortSignal
  /** Called once, right before the text leaves our hands; it does not leave them when this rejects. */
  beforeText(): Promise<void>
}

/**
 * Why a letter was not sent: `not_sent`, it may be tried again; `refused`, for good; `uncertain`, it may have been
 * taken, so that another attempt might send it twice.
 */
export class MailError extends Error {
  readonly fate: 'not_sent' | 'refused' | 'uncertain'
  /** What may be logged of it: never an address, which the words of a mail server may repeat. */
  readonly reason: string

  constructor(fate: MailError['fate'], reason: string, cause?: unknown) {
    super(reason, { cause })
    this.name = 'MailError'
    this.fate = fate
    this.reason = reason
  }
}

const LETTERS = 'abcdefghijklmnop'

/** A name without digits, so that a code remains the only run of six of them in a letter. */
export const messageIdOf = (id: string, host: string): string =>
  `<${[...id.replaceAll('-', '')].map((digit) => LETTERS[Number.parseInt(digit, 16)]).join('')}@${host}>`

/** The host that letters of a server at `publicUrl` come from. */
export function mailHostOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : 'localhost'
}

/** The letter as it travels. Nothing of it is read from files or the network, and no value becomes a header. */
export function composeMail(mail: Mail, from: string, date: Date): Promise<Buffer> {
  const { to, subject, text, html, messageId } = mail
  if ([to, subject, messageId].some((value) => /\p{Cc}/u.test(value))) {
    throw new MailError('refused', 'a control character in a header')
  }
  const composer = new MailComposer({
    from: { name: 'Senca', address: from },
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId,
    date,
    headers: { 'Auto-Submitted': 'auto-generated' },
    textEncoding: 'quoted-printable',
    baseBoundary: messageId.replace(/[^a-p]/g, ''),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}
