import { loadTexts } from '#i18n/language.ts'
import { createPart } from '#ui/feedback/part.ts'

/** Loaded on demand, because few homes have devices of other owners. */
export const ownerPart = createPart(async () => {
  const [{ OwnerSwitch, restoreOwner }, { Lent }, { Whose }] = await Promise.all([
    import('./owner-switch.tsx'),
    import('#features/device-card/lent.tsx'),
    import('#features/device-parts/whose.tsx'),
    loadTexts('people'),
  ])
  restoreOwner()
  return { OwnerSwitch, Lent, Whose }
})
