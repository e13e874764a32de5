import type { Group } from '@senca/contract/automation'
import { useQuery } from '@tanstack/react-query'
import { usePreferences } from '#features/room-model/rooms.ts'
import { GroupFailures, GroupHead } from './group-head.tsx'
import { GroupWindows } from './group-windows.tsx'
import { groupsQuery } from './groups.ts'
import styles from './pinned-groups.module.css'
import { useGroup } from './use-group.ts'

/** The pinned groups in the order of the pins. */
export function PinnedGroups() {
  const { data: groups = [] } = useQuery(groupsQuery)
  const pinned = usePreferences()?.pinned ?? []
  const shown = pinned.flatMap((id) => groups.find((group) => group.id === id) ?? [])
  if (shown.length === 0) return null
  return (
    <div className={styles.groups} data-pinned="groups">
      {shown.map((group) => (
        <PinnedGroup key={group.id} group={group} />
      ))}
    </div>
  )
}

function PinnedGroup({ group }: { group: Group }) {
  const now = useGroup(group)
  return (
    <section className={styles.group} aria-label={group.name}>
      <GroupWindows members={now.members} draft={null} />
      <GroupHead group={group} now={now} />
      <GroupFailures now={now} />
    </section>
  )
}
