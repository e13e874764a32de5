import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import type { Logger } from '../../logger.ts'
import { StartError } from '../../process/start-error.ts'

const run = promisify(execFile)

const NAME = 'senca'
const LAST_RESORTS = ['postgres', 'nobody']

/** A user of the operating system. */
export interface Account {
  uid: number
  gid: number
}

/** The unprivileged user for PostgreSQL if Senca runs as root, because PostgreSQL refuses to run as root; otherwise undefined. */
export async function findServiceAccount(logger: Logger): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const existing = await lookup(NAME)
  if (existing) return existing
  if (await createAccount()) {
    const created = await lookup(NAME)
    if (created) {
      logger.info({ user: NAME }, 'Made a system user for PostgreSQL')
      return created
    }
  }
  for (const name of LAST_RESORTS) {
    const account = await lookup(name)
    if (account) return account
  }
  throw new StartError(`PostgreSQL cannot run as root: make a user named ${NAME} (useradd --system ${NAME})`)
}

async function lookup(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    const account = { uid: Number.parseInt(uid.stdout, 10), gid: Number.parseInt(gid.stdout, 10) }
    return account.uid > 0 && account.gid >= 0 ? account : undefined
  } catch {
    return undefined
  }
}

/** Debian and Red Hat have useradd, Alpine has its own adduser. */
async function createAccount(): Promise<boolean> {
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', NAME]],
    ['adduser', ['-S', '-D', '-H', NAME]],
  ]
  for (const [command, args] of attempts) {
    try {
      await run(command, args)
      return true
    } catch {}
  }
  return false
}

/** Whether a shell script succeeds as this account (undefined for the current user). */
export function succeedsAs(account: Account | undefined, script: string, args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', script, 'sh', ...args], { ...account, cwd: '/', stdio: 'ignore' })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}
