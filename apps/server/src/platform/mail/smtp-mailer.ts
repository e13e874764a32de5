import { createTransport } from 'nodemailer'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import { composeMail, MailError, type Mailer } from './mail.ts'
import type { SmtpServer } from './smtp-url.ts'

const CONNECT_TIMEOUT_MS = 10_000
const SILENCE_TIMEOUT_MS = 30_000

const smtpErrorSchema = z.looseObject({
  code: z.optional(z.string()),
  responseCode: z.optional(z.number()),
  command: z.optional(z.string()),
})

interface SmtpOptions {
  server: SmtpServer
  from: string
  /** The host name that is sent to the mail server (EHLO). */
  host: string
  clock: Clock
}

/** The connection options for a mail server; `host` is our host name there. */
export const smtpOptions = (server: SmtpServer, host: string) => ({
  host: server.host,
  port: server.port,
  secure: server.isTls,
  requireTLS: server.mustEncrypt,
  name: host,
  ...(server.credentials === null ? {} : { auth: server.credentials }),
  connectionTimeout: CONNECT_TIMEOUT_MS,
  greetingTimeout: CONNECT_TIMEOUT_MS,
  socketTimeout: SILENCE_TIMEOUT_MS,
})

/** Sends e-mails through a mail server, with one connection for each. */
export function createSmtpMailer({ server, from, host, clock }: SmtpOptions): Mailer {
  const transport = createTransport(smtpOptions(server, host))
  return {
    async send(mail, signal) {
      const raw = await composeMail(mail, from, clock.now())
      const sent = transport.sendMail({ envelope: { from, to: [mail.to] }, raw })
      await unlessStopped(sent, signal).catch((error) => {
        throw error instanceof MailError ? error : mailErrorOf(error)
      })
    },
  }
}

/** Rejects as soon as the server stops, because the mail server may be slow. */
function unlessStopped(sent: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new MailError('The server stops'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    sent.then(() => resolve(), reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Only a refusal of the e-mail itself is permanent. Other errors, such as a wrong password, can be corrected. */
function mailErrorOf(error: unknown): MailError {
  const { code = 'unknown', responseCode, command = 'none' } = smtpErrorSchema.safeParse(error).data ?? {}
  const reason = `${code} at ${command}${responseCode === undefined ? '' : `, ${responseCode}`}`
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  const isForGood = responseCode === undefined ? code === 'EENVELOPE' : responseCode >= 500
  return new MailError(reason, { isPermanent: isAboutMail && isForGood, cause: error })
}
