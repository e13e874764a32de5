import { readFile, stat } from 'node:fs/promises'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { Logger } from '../../logger.ts'
import { StartError } from '../../process/start-error.ts'

const CHECK_AGAIN_MS = 5_000

export interface CertificateFiles {
  /** Absolute path of the certificate chain, PEM. */
  certificate: string
  /** Absolute path of its private key, PEM. */
  key: string
}

/** The certificate of the MQTT port. It is read again when its files change; open connections keep the old one. */
export function createTlsCertificate(files: CertificateFiles, logger: Logger, checkAgainMs = CHECK_AGAIN_MS) {
  let context: SecureContext | undefined
  let seen = ''
  let timer: NodeJS.Timeout | undefined

  /** The modification times of the files, so that they are read only after a change. */
  const check = async (): Promise<string> => {
    const found = await Promise.all([stat(files.certificate), stat(files.key)])
    return found.map(({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`).join(', ')
  }
  const read = async (): Promise<SecureContext> => {
    const [cert, key] = await Promise.all([readFile(files.certificate), readFile(files.key)])
    return createSecureContext({ cert, key, minVersion: 'TLSv1.2' })
  }
  const reload = async () => {
    const before = seen
    try {
      seen = await check()
      if (seen === before) return
      context = await read()
      logger.info('The certificate of the MQTT port was read again')
    } catch (error) {
      // Possibly only one of the two files was replaced so far; the next check finds both.
      logger.warn(
        { reason: reasonOf(error) },
        'The certificate of the MQTT port cannot be read: the one before stays',
      )
    }
  }
  const reloadLater = () => {
    timer = setTimeout(() => void reload().finally(reloadLater), checkAgainMs).unref()
  }

  return {
    /** Throws StartError if the files are missing or do not belong together. */
    async start(): Promise<void> {
      try {
        seen = await check()
        context = await read()
      } catch (error) {
        throw new StartError(`TLS_CERT and TLS_KEY cannot be used: ${reasonOf(error)}`)
      }
      reloadLater()
    },
    /** The TLS context for new connections. */
    current: (): SecureContext | undefined => context,
    stop: () => clearTimeout(timer),
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'an unknown fault')
