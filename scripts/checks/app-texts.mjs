// Reads the texts of the app, the e-mails and the notifications, by language, each with its file and its key.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { tsImport } from 'tsx/esm/api'

const ROOT = resolve(import.meta.dirname, '../..')
const LOCALES = 'apps/web/src/i18n/locales'
const MAILS = 'apps/server/src/features/confirmations/mail-texts'
const NOTIFICATIONS = 'apps/server/src/features/notifications/notification-texts'

export const LANGUAGES = ['en', 'sl', 'hr', 'bs', 'rs_latn', 'rs_cyrl', 'de', 'it']

const flatten = (texts, prefix = '') =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  )

/** `{ language, file, key, text }` for every text; keys of e-mails begin with `mail.`, those of notifications with `notification.`. */
export async function readTexts() {
  const { MAIL_TEXTS } = await tsImport(`../../${MAILS}/index.ts`, import.meta.url)
  const { NOTIFICATION_TEXTS } = await tsImport(`../../${NOTIFICATIONS}/index.ts`, import.meta.url)
  const parts = readdirSync(join(ROOT, LOCALES), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  const folders = [LOCALES, ...parts.map(({ name }) => `${LOCALES}/${name}`)]
  return LANGUAGES.flatMap((language) => [
    ...folders.flatMap((folder) => {
      const file = `${folder}/${language}.json`
      const texts = flatten(JSON.parse(readFileSync(join(ROOT, file), 'utf8')))
      return texts.map(([key, text]) => ({ language, file, key, text }))
    }),
    ...flatten(MAIL_TEXTS[language], 'mail.').map(([key, text]) => ({
      language,
      file: `${MAILS}/${language}.ts`,
      key,
      text,
    })),
    ...flatten(NOTIFICATION_TEXTS[language], 'notification.').map(([key, text]) => ({
      language,
      file: `${NOTIFICATIONS}/${language}.ts`,
      key,
      text,
    })),
  ])
}
