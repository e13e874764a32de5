import { randomUUID } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { vi } from 'vitest'

export interface ReceivedMail {
  /** The unparsed e-mail. */
  raw: string
  mail: Email
  envelope: { from: string; to: string[] }
}

export interface TestMailServer {
  /** For `SMTP_URL`. */
  url: string
  /** Every accepted e-mail, in order. */
  received: ReceivedMail[]
  /** The e-mails to an address, after this number has arrived. */
  to(address: string, count?: number): Promise<ReceivedMail[]>
  /** The e-mails to an address that carry a link or a code, after this number of them has arrived. */
  withToken(address: string, count: number): Promise<ReceivedMail[]>
  close(): Promise<void>
}

type Options = Pick<SMTPServerOptions, 'onConnect' | 'onMailFrom' | 'onRcptTo' | 'onData'>

/** A real mail server on a free port, or on `port`; `options` make it refuse, close connections or lose e-mails. */
export async function startTestMailServer(options: Options = {}, port = 0): Promise<TestMailServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks)
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          raw: raw.toString('utf8'),
          mail: await PostalMime.parse(raw),
          envelope: {
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
          },
        })
        callback(null, `taken as ${randomUUID()}`)
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server does not listen')
  const arrived = (isWanted: (mail: ReceivedMail) => boolean, count: number) =>
    vi.waitFor(
      () => {
        const mails = received.filter(isWanted)
        if (mails.length < count) throw new Error(`${mails.length} mails have come`)
        return mails
      },
      { timeout: 120_000 },
    )
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    to: (recipient, count = 1) => arrived(({ envelope }) => envelope.to.includes(recipient), count),
    withToken: (recipient, count) =>
      arrived((mail) => mail.envelope.to.includes(recipient) && TOKEN.test(mail.mail.text ?? ''), count),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const TOKEN = /[?&](?:token|request)=([\w-]+)|(?<!\d)(\d{6})(?!\d)/

/** The token of the link in an e-mail, or the six digits of its code; throws if there is none. */
export function tokenIn({ mail }: ReceivedMail): string {
  const text = mail.text ?? ''
  const [, link, code] = TOKEN.exec(text) ?? []
  const token = link ?? code
  if (token === undefined) throw new Error(`no token in ${text}`)
  return token
}
