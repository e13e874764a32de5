import { loadTexts } from '#i18n/language.ts'
import { createPart } from '#ui/feedback/part.ts'

/** The code that only a long home or tiles need. The names of the device types are in the texts of the settings. */
export const longHomePart = createPart(async () => {
  const [part] = await Promise.all([import('./long/index.ts'), loadTexts('settings')])
  return part
})
