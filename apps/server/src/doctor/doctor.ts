import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#platform/process/config.ts'
import { checkCertificates } from './check-certificates.ts'
import { checkClock } from './check-clock.ts'
import { checkDatabase } from './check-database.ts'
import { checkFolder } from './check-folder.ts'
import { checkMail } from './check-mail.ts'
import { checkMatter } from './check-matter.ts'
import { checkPorts } from './check-ports.ts'
import { checkProxy } from './check-proxy.ts'
import { checkPush } from './check-push.ts'
import { type Finding, reasonOf, unknown } from './finding.ts'

const TIMEOUT_MS = 20_000

const CHECKS: Readonly<Record<string, (config: Config) => Promise<Finding[]>>> = {
  Disk: checkFolder,
  Clock: checkClock,
  Database: checkDatabase,
  Ports: checkPorts,
  Certificates: checkCertificates,
  'E-mail': checkMail,
  Proxy: checkProxy,
  Matter: checkMatter,
  Notifications: checkPush,
}

/** Checks for the most frequent problems. Changes nothing; a check that takes too long has the result "unknown". */
export async function examine(config: Config): Promise<Finding[]> {
  const found = await Promise.all(
    Object.entries(CHECKS).map(async ([about, check]) => {
      const timeout = new AbortController()
      try {
        return await Promise.race([
          check(config),
          sleep(TIMEOUT_MS, [unknown(about, 'It takes too long to find out')], { signal: timeout.signal }),
        ])
      } catch (error) {
        return [unknown(about, `It cannot be found out: ${reasonOf(error)}`)]
      } finally {
        timeout.abort()
      }
    }),
  )
  return found.flat()
}

const MARKS = { ok: 'ok     ', fault: 'FAULT  ', unknown: 'unknown' }

/** One line for each finding, followed by a line with advice. */
export const describe = (findings: readonly Finding[]): string =>
  findings
    .map(({ about, verdict, says, advice }) =>
      [
        `${MARKS[verdict]} ${about}: ${says}.`,
        ...(advice === undefined ? [] : [`        → ${advice}.`]),
      ].join('\n'),
    )
    .join('\n')
