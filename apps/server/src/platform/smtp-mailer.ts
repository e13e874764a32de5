import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import * as z from 'zod/mini'
import type { Clock } from './clock.ts'
import { composeMail, type Mail, MailError, type Mailer } from './mail.ts'
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
  /** What we call ourselves to the mail server. */
  host: string
  clock: Clock
}

/** Hands letters to a mail server, a connection for each. */
export function createSmtpMailer({ server, from, host, clock }: SmtpOptions): Mailer {
  return {
    async send(mail, { signal, beforeText }) {
      const message = await composeMail(mail, from, clock.now())
      const connection = new SMTPConnection({
        host: server.host,
        port: server.port,
        secure: server.isTls,
        requireTLS: server.mustEncrypt,
        name: host,
        connectionTimeout: CONNECT_TIMEOUT_MS,
        greetingTimeout: CONNECT_TIMEOUT_MS,
        socketTimeout: SILENCE_TIMEOUT_MS,
      })
      let hasBegun = false
      // Read only once the mail server has asked for the letter.
      const body = new Readable({
        read() {
          beforeText().then(
            () => {
              // The dialogue may have failed meanwhile, and was then said to have failed before the text.
              if (body.destroyed) return
              hasBegun = true
              body.push(message)
              body.push(null)
            },
            (error: Error) => body.destroy(error),
          )
        },
      })
      try {
        await converse(connection, server, { mail, from, body, size: message.length }, signal)
        connection.quit()
      } catch (error) {
        body.destroy()
        connection.close()
        throw fateOf(error, hasBegun)
      }
    },
  }
}

interface Letter {
  mail: Mail
  from: string
  body: Readable
  size: number
}

/** The whole dialogue; rejects as soon as any part of it fails or it is called off. */
function converse(
  connection: SMTPConnection,
  { credentials }: SmtpServer,
  letter: Letter,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new MailError('not_sent', 'the server stops'))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    const succeed = () => {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    const fail = (error: Error) => {
      signal.removeEventListener('abort', stop)
      reject(error)
    }
    connection.on('error', fail)
    connection.once('end', () => fail(new Error('the connection ended')))
    const envelope = { from: letter.from, to: [letter.mail.to], size: letter.size }
    const send = () =>
      connection.send(envelope, letter.body, (error) => (error === null ? succeed() : fail(error)))
    connection.connect((error) => {
      if (error !== undefined) return fail(error)
      if (credentials === null) return send()
      connection.login(credentials, (refusal) => (refusal === null ? send() : fail(refusal)))
    })
  })
}

/** Only a mail server that has answered, or was never given the letter, surely does not have it. */
function fateOf(error: unknown, hasBegun: boolean): MailError {
  if (error instanceof MailError)
    return hasBegun ? new MailError('uncertain', error.reason, error.cause) : error
  const { code = 'unknown', responseCode, command = 'none' } = smtpErrorSchema.safeParse(error).data ?? {}
  const reason = `${code} at ${command}${responseCode === undefined ? '' : `, ${responseCode}`}`
  const isAnswered = responseCode !== undefined && responseCode >= 400
  if (hasBegun && !isAnswered) return new MailError('uncertain', reason, error)
  const isAboutLetter = command === 'RCPT TO' || command === 'DATA'
  const isPermanent = isAnswered ? responseCode >= 500 : code === 'EENVELOPE'
  return new MailError(isAboutLetter && isPermanent ? 'refused' : 'not_sent', reason, error)
}
