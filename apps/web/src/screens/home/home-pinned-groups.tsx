import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { usePreferences } from '#features/room-model/rooms.ts'
import { loadTexts } from '#i18n/language.ts'
import { createPart, usePart } from '#ui/feedback/part.ts'

const part = createPart(async () => {
  const [{ PinnedGroups }] = await Promise.all([
    import('#features/groups/pinned-groups.tsx'),
    loadTexts('groups'),
  ])
  return PinnedGroups
})

/** The groups that are pinned to the top of the home. Nothing is loaded if there are none. */
export function HomePinnedGroups() {
  const pinned = usePreferences()?.pinned ?? []
  const devices = useHomeDevices()
  const hasGroup = devices.length > 0 && pinned.some((id) => !devices.some((device) => device.id === id))
  const { data: PinnedGroups } = usePart(part, hasGroup)
  return hasGroup && PinnedGroups !== undefined && <PinnedGroups />
}
