import { loadTexts } from '#i18n/language.ts'
import { usePartFailure } from '#i18n/use-part-failure.ts'
import { createPart, usePart } from '#ui/feedback/part.ts'
import type { GuardedUnlock } from './guarded-unlock.tsx'

/** Loaded when it is first needed, because few doors require it. */
const guard = createPart(async () => {
  const [{ GuardedUnlock }] = await Promise.all([import('./guarded-unlock.tsx'), loadTexts('door')])
  return GuardedUnlock
})

/** Unlocks a door with a PIN or a passkey. If this part cannot be loaded, an error is shown and the lock becomes usable again. */
export function LoadedGuard(props: Parameters<typeof GuardedUnlock>[0]) {
  const { data: Guard, error } = usePart(guard)
  usePartFailure(error, props.onOver)
  return Guard && <Guard {...props} />
}
