import { lazy, Suspense } from 'react'
import { loadTexts } from '#i18n/language.ts'

/** Few homes are frozen, so that the home page is drawn without it. */
const FreezeBanner = lazy(async () => {
  const [{ FreezeBanner: Component }] = await Promise.all([import('./FreezeSwitch.tsx'), loadTexts('links')])
  return { default: Component }
})

/** Says at the top of the home that all sharing is frozen, for as long as it is. */
export function HomeFreeze() {
  return (
    <Suspense fallback={null}>
      <FreezeBanner />
    </Suspense>
  )
}
