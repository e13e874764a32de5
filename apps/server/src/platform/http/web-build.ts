import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Build, LANGUAGE_CODES, type PageConfig } from '@senca/contract'
import * as z from 'zod/mini'
import { manifestOf } from './manifest.ts'
import { APP_FILE, composeDocument, type PageDocument, readTemplate, sendable } from './page-documents.ts'

/** The path of the document without preloads, which the service worker keeps. */
export const SHELL_PATH = '/app-shell'

/** Pages of builds that were made before are reloaded when they connect. Raise it when a fault of security is fixed in the pages. */
export const OLDEST_BUILD = '2026-11-01T00:00:00.000Z'

const paths = z.array(z.string())
/** Written by the build: when it was made, the files of all pages of an account, those of each language, and the paths of its pages. */
const buildFilesSchema = z.object({
  at: z.string(),
  files: paths,
  more: z.record(z.enum(LANGUAGE_CODES), paths),
  routes: paths,
})

type FileHash = readonly [path: string, sha256: string]

export interface WebBuild {
  build: Build
  /** The configuration that pages of this build carry. */
  pageConfig: PageConfig
  /** The service worker of this build. */
  worker: PageDocument
}

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

/**
 * Composes the service worker of the built app. Its id covers whatever a page of the build is made of: the document with the page
 * config, the content security policy, all files and the code of the worker.
 */
export async function readWebBuild(
  folder: string,
  pageConfig: PageConfig,
  contentSecurityPolicy: string,
): Promise<WebBuild> {
  const listed = buildFilesSchema.parse(JSON.parse(await readFile(join(folder, 'worker/build.json'), 'utf8')))
  const code = await readFile(join(folder, 'worker/worker.js'), 'utf8')
  const template = await readTemplate(folder, APP_FILE)
  const hashFiles = (files: readonly string[]): Promise<FileHash[]> =>
    Promise.all(files.map(async (path) => [path, sha256(await readFile(join(folder, path)))] as const))
  const files = await hashFiles(listed.files)
  const more: Record<string, FileHash[]> = {}
  for (const language of LANGUAGE_CODES) {
    const manifest = manifestOf(language)
    const manifestPath = `/manifest.webmanifest?lang=${language}`
    more[language] = [...(await hashFiles(listed.more[language])), [manifestPath, sha256(manifest)]]
  }
  const parts = [template, pageConfig, contentSecurityPolicy, files, more, listed.routes, code]
  const build = {
    id: createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16),
    at: listed.at,
  }
  const withBuild = { ...pageConfig, build }
  const shell: FileHash = [SHELL_PATH, sha256(composeDocument(template, withBuild))]
  const composed = JSON.stringify({ ...build, files: [shell, ...files], more, routes: listed.routes })
  return { build, pageConfig: withBuild, worker: await sendable(`const BUILD = ${composed}\n${code}`) }
}

/**
 * The service worker of a server without one: it ends an earlier one and removes what that kept. Open pages stay as they are.
 */
export const REMOVAL_WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(remove()))
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name)
  indexedDB.deleteDatabase('senca')
  await registration.unregister()
}
`
