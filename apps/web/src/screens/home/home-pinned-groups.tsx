import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { usePreferences } from '#features/room-model/rooms.ts'
import { lazyPart } from '#i18n/lazy-part.tsx'

const PinnedGroups = lazyPart(async () => (await import('#features/groups/pinned-groups.tsx')).PinnedGroups, {
  texts: ['groups'],
})

/** The groups that are pinned to the top of the home. Nothing is loaded if there are none. */
export function HomePinnedGroups() {
  const pinned = usePreferences()?.pinned ?? []
  const devices = useHomeDevices()
  const hasGroup = devices.length > 0 && pinned.some((id) => !devices.some((device) => device.id === id))
  return hasGroup && <PinnedGroups />
}
