import { loadTexts } from '#i18n/language.ts'
import { createPart, usePart } from '#ui/feedback/part.ts'

/** Few homes are frozen, so that the home page is drawn without it. */
const freezeBanner = createPart(async () => {
  const [{ FreezeBanner }] = await Promise.all([import('./freeze-switch.tsx'), loadTexts('links')])
  return FreezeBanner
})

/**
 * Says at the top of the home that all sharing is frozen, for as long as it is. Where its file does not come, the home
 * is shown without it.
 */
export function HomeFreeze() {
  const { data: FreezeBanner } = usePart(freezeBanner)
  return FreezeBanner && <FreezeBanner />
}
