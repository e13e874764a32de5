import { lazyPart, PartFailure } from '#i18n/lazy-part.tsx'

/**
 * Unlocks a door with a PIN or a passkey; few doors require it. If this part cannot be loaded, an error is shown and the lock
 * becomes usable again.
 */
export const LazyGuardedUnlock = lazyPart(async () => (await import('./guarded-unlock.tsx')).GuardedUnlock, {
  texts: ['door'],
  failed: ({ onOver }) => <PartFailure onShown={onOver} />,
})
