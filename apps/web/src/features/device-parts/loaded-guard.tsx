import { loadTexts } from '#i18n/language.ts'
import { usePartFailure } from '#i18n/use-part-failure.ts'
import { createPart, usePart } from '#ui/feedback/part.ts'
import type { GuardedUnlock } from './guarded-unlock.tsx'

/** Few doors ask for it: it is loaded when one does. */
const guard = createPart(async () => {
  const [{ GuardedUnlock }] = await Promise.all([import('./guarded-unlock.tsx'), loadTexts('door')])
  return GuardedUnlock
})

/** Unlocks a door by a PIN or a passkey; where that cannot be loaded it says so, and the lock can be used again. */
export function LoadedGuard(props: Parameters<typeof GuardedUnlock>[0]) {
  const { data: Guard, error } = usePart(guard)
  usePartFailure(error, props.onOver)
  return Guard && <Guard {...props} />
}
