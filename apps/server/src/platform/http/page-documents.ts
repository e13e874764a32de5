import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { LANGUAGE_CODES, type Language, type PageConfig } from '@senca/contract'
import * as z from 'zod/mini'

/** The document of the app, and that of the pages behind a link, which start less. */
export const APP_FILE = 'index.html'
export const GUEST_FILE = 'guest.html'

const PLACE_FOR_CONFIG = '<!--page-config-->'
const PLACE_FOR_FILES = '<!--page-files-->'

const addresses = z.array(z.string())
/** Written by the build: the files that a page needs first, besides those in the document itself. */
const firstLoadsSchema = z.array(
  z.object({
    paths: addresses,
    early: z.nullable(z.string()),
    scripts: addresses,
    styles: addresses,
    texts: z.record(z.enum(LANGUAGE_CODES), addresses),
  }),
)
type FirstLoad = z.infer<typeof firstLoadsSchema>[number]

/** A document, or the worker, in its response forms: uncompressed and compressed. */
export interface PageDocument {
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/** Returns the document of a page, for its path and the language in which it will probably be shown. */
export type DocumentOf = (path: string, language: Language) => Promise<PageDocument>

export const readTemplate = (folder: string, file: string): Promise<string> =>
  readFile(join(folder, file), 'utf8')

/** The document of every page: without the files that one page needs first. */
export const composeDocument = (template: string, pageConfig: PageConfig): string =>
  writeConfig(template, pageConfig).replace(PLACE_FOR_FILES, '')

/** The documents that start from one file of the built app, created when they are first needed. */
export async function pageDocuments(
  folder: string,
  file: string,
  pageConfig: PageConfig,
): Promise<DocumentOf> {
  const template = writeConfig(await readTemplate(folder, file), pageConfig)
  const loads = firstLoadsSchema.parse(JSON.parse(await readFile(join(folder, 'first-loads.json'), 'utf8')))
  const made = new Map<string, Promise<PageDocument>>()
  return (path, language) => {
    const load = loads.find(({ paths }) => paths.includes(path))
    const html = template.replace(PLACE_FOR_FILES, () => (load === undefined ? '' : linksTo(load, language)))
    const document = made.get(html) ?? sendable(html)
    made.set(html, document)
    return document
  }
}

/** The style sources that the content security policy must allow, so that the inline styles of the documents work. */
export async function styleSources(folder: string): Promise<string[]> {
  const documents = await Promise.all(
    [APP_FILE, GUEST_FILE].map((file) => readFile(join(folder, file), 'utf8').catch(() => '')),
  )
  const styles = documents.flatMap((html) => [...html.matchAll(/<style>(.*?)<\/style>/gs)])
  return styles.map(([, style = '']) => {
    const hash = createHash('sha256').update(style).digest('base64')
    return `'sha256-${hash}'`
  })
}

/**
 * The early script comes first and runs before all others are loaded. Styles are only preloaded; the page adds them together with
 * the part that uses them.
 */
const linksTo = ({ early, scripts, styles, texts }: FirstLoad, language: Language): string =>
  [
    ...(early === null ? [] : [`<script type="module" crossorigin src="${early}"></script>`]),
    ...[...scripts, ...texts[language]].map(
      (file) => `<link rel="modulepreload" crossorigin href="${file}">`,
    ),
    ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="${file}">`),
  ].join('')

/** `<` is escaped, so that no value can end the script element. */
function writeConfig(html: string, pageConfig: PageConfig): string {
  const json = JSON.stringify(pageConfig).replaceAll('<', '\\u003c')
  return html.replace(
    PLACE_FOR_CONFIG,
    () => `<script id="page-config" type="application/json">${json}</script>`,
  )
}

/** A text in its response forms. */
export async function sendable(text: string): Promise<PageDocument> {
  const plain = Buffer.from(text)
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)])
  return { etag: `W/"${createHash('sha256').update(plain).digest('base64url')}"`, plain, br, gzip: zipped }
}
