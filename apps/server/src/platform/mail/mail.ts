import { isIP } from 'node:net'
import MailComposer from 'nodemailer/lib/mail-composer'

/** An e-mail to one person. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** `<name@host>`, the same for every attempt. */
  messageId: string
  /** The link or code in the e-mail. A server without a mail server prints it. */
  token: string
}

/** Sends e-mails. */
export interface Mailer {
  /** Throws a MailError if the e-mail was not sent or this is unknown; `signal` cancels the attempt. */
  send(mail: Mail, signal: AbortSignal): Promise<void>
}

/**
 * Why an e-mail was not sent. The message may be logged: it never contains an address, which an answer of a mail server might.
 */
export class MailError extends Error {
  /** Another attempt would fail in the same way. */
  readonly isPermanent: boolean

  constructor(
    message: string,
    { isPermanent = false, cause }: { isPermanent?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'MailError'
    this.isPermanent = isPermanent
  }
}

const DIGIT_LETTERS = 'abcdefghijklmnop'

/** A name without digits, so that a code is the only group of six digits in an e-mail. */
export const messageIdOf = (id: string, host: string): string =>
  `<${[...id.replaceAll('-', '')].map((digit) => DIGIT_LETTERS[Number.parseInt(digit, 16)]).join('')}@${host}>`

/** The sender host of e-mails for a server at `publicUrl`. */
export function mailHostOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : 'localhost'
}

/**
 * Programs that look for a link in the source of an e-mail would find the `=3D` of quoted-printable in it. Base64 hides it, but may have
 * six digits by chance, so that an e-mail with a code has none.
 */
const encodedFor = (html: string) =>
  html.includes('token=') ? { content: html, contentTransferEncoding: 'base64' as const } : html

/** The e-mail as it is sent. Nothing is read from files or the network, and no value can become a header. */
export function composeMail(mail: Mail, from: string, date: Date): Promise<Buffer> {
  const { to, subject, text, html, messageId } = mail
  if ([to, subject, messageId].some((value) => /\p{Cc}/u.test(value))) {
    throw new MailError('A control character in a header', { isPermanent: true })
  }
  const composer = new MailComposer({
    from: { name: 'Senca', address: from },
    to: { name: '', address: to },
    subject,
    text,
    html: encodedFor(html),
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
