import type { Group } from '@senca/contract/automation'
import { useQuery } from '@tanstack/react-query'
import { usePreferences } from '#features/room-model/rooms.ts'
import { GroupFailures, GroupHead } from './group-head.tsx'
import { groupsQuery } from './groups.ts'
import styles from './pinned-groups.module.css'
import { useGroup } from './use-group.ts'

/** The pinned groups in the order of the pins. */
export function PinnedGroups() {
  const { data: groups = [] } = useQuery(groupsQuery)
  const pinned = usePreferences()?.pinned ?? []
  return pinned
    .flatMap((id) => groups.find((group) => group.id === id) ?? [])
    .map((group) => <PinnedGroup key={group.id} group={group} />)
}

function PinnedGroup({ group }: { group: Group }) {
  const now = useGroup(group)
  return (
    <section className={styles.group} aria-label={group.name}>
      <GroupHead group={group} now={now} />
      <GroupFailures now={now} />
    </section>
  )
}
