import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { type Certificates, readCertificates } from '@senca/matter/certificates'
import type { Config } from '#platform/process/config.ts'
import { REPOSITORY_ROOT } from '#platform/process/server-root.ts'
import { StartError } from '#platform/process/start-error.ts'

const PROGRAM = join(REPOSITORY_ROOT, 'apps', 'matter', 'dist', 'main.js')

/** The options of Node for the Matter program: with its defaults, the garbage of changes takes a quarter of the memory. */
export const MATTER_OPTIONS = ['--max-semi-space-size=4', '--enable-source-maps']

/** Starts the built Matter process. It is given no setting and no secret but what it is sent. */
export const startMatter = (): ChildProcess =>
  fork(PROGRAM, [], {
    env: { NODE_ENV: 'production' },
    execArgv: MATTER_OPTIONS,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })

/** The certificates of `MATTER_CERTIFICATES`. Throws StartError if they cannot be used. */
export function matterCertificatesOf({
  matterCertificates,
}: Pick<Config, 'matterCertificates'>): Certificates | undefined {
  if (matterCertificates === undefined) return undefined
  try {
    return readCertificates(matterCertificates)
  } catch (error) {
    throw new StartError(`MATTER_CERTIFICATES: ${error instanceof Error ? error.message : 'unusable'}`)
  }
}
