import { loadTexts } from '#i18n/language.ts'
import { createPart } from '#ui/feedback/part.ts'

/** Few homes have devices of others. */
export const ownerPart = createPart(async () => {
  const [{ OwnerSwitch, restoreOwner }, lent] = await Promise.all([
    import('./owner-switch.tsx'),
    import('#features/device-card/lent.tsx'),
    loadTexts('people'),
  ])
  restoreOwner()
  return { OwnerSwitch, ...lent }
})
