// Reads all texts that people read in their language, each with its file and its key.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { tsImport } from 'tsx/esm/api'

const ROOT = resolve(import.meta.dirname, '../..')
const LOCALES = 'apps/web/src/i18n/locales'
const WORKER = 'apps/web/worker/worker.ts'

export const LANGUAGES = ['en', 'sl', 'hr', 'bs', 'rs_latn', 'rs_cyrl', 'de', 'it']
/** The worker names languages by their tags. */
const TAGS = { rs_latn: 'sr-Latn', rs_cyrl: 'sr-Cyrl' }

/** Modules of the server and of the simulator that export texts by language: what their keys begin with, the module, its export. */
const MODULES = [
  ['mail', 'apps/server/src/features/confirmations/mail-texts/index.ts', 'MAIL_TEXTS'],
  [
    'notification',
    'apps/server/src/features/notifications/notification-texts/index.ts',
    'NOTIFICATION_TEXTS',
  ],
  ['manifest', 'apps/server/src/platform/http/manifest.ts', 'MANIFEST_WORDS'],
  ['defaultName', 'apps/server/src/features/device-setup/default-names.ts', 'DEFAULT_NAMES'],
  ['bridgePart', 'apps/server/src/features/bridge-nodes/part-words.ts', 'PART_WORDS'],
  ['homeAssistant.part', 'apps/server/src/features/home-assistant/texts/index.ts', 'PART_WORDS'],
  ['homeAssistant.refusal', 'apps/server/src/features/home-assistant/texts/index.ts', 'REFUSAL_WORDS'],
  ['setupPage', 'apps/simulator/src/setup/setup-texts.ts', 'SETUP_TEXTS'],
]

const flatten = (texts, prefix = '') =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  )

/** `{ language, file, key, text }` for every text. Keys of the app are as they are, others begin as `MODULES` says. */
export async function readTexts() {
  const parts = readdirSync(join(ROOT, LOCALES), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  const folders = [LOCALES, ...parts.map(({ name }) => `${LOCALES}/${name}`)]
  const modules = await Promise.all(
    MODULES.map(async ([prefix, module, name]) => {
      const { [name]: byLanguage } = await tsImport(join(ROOT, module), import.meta.url)
      return { prefix, module, byLanguage }
    }),
  )
  const worker = readFileSync(join(ROOT, WORKER), 'utf8')
  return LANGUAGES.flatMap((language) => [
    ...folders.flatMap((folder) => {
      const file = `${folder}/${language}.json`
      const texts = flatten(JSON.parse(readFileSync(join(ROOT, file), 'utf8')))
      return texts.map(([key, text]) => ({ language, file, key, text }))
    }),
    ...modules.flatMap(({ prefix, module, byLanguage }) =>
      flatten(byLanguage[language], `${prefix}.`).map(([key, text]) => ({
        language,
        file: module.replace(/-texts\/index\.ts$/, `-texts/${language}.ts`),
        key,
        text,
      })),
    ),
    ...workerTexts(worker, language),
  ])
}

/** The texts that the service worker has in its own module, which runs in browsers only. */
function workerTexts(source, language) {
  const row = new RegExp(String.raw`\[\s*'${TAGS[language] ?? language}',\s*'([^']+)',\s*'([^']+)'`).exec(
    source,
  )
  if (row === null) throw new Error(`${WORKER}: no texts in ${language}`)
  const [, offline, discreet] = row
  return [
    { language, file: WORKER, key: 'worker.offline', text: offline },
    { language, file: WORKER, key: 'worker.discreet', text: discreet },
  ]
}
