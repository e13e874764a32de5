import { loadTexts } from '#i18n/language.ts'
import { createPart } from '#ui/feedback/part.ts'

/** What a short home in cards does not load. The kinds of devices have their names among the texts of the settings. */
export const longHomePart = createPart(async () => {
  const [part] = await Promise.all([import('./long/index.ts'), loadTexts('settings')])
  return part
})
