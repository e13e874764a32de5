import { useQuery } from '@tanstack/react-query'
import { GroupForm } from '#features/groups/group-form.tsx'
import { groupsQuery } from '#features/groups/groups.ts'
import { EditPage } from './edit-page.tsx'
import { HomeGate } from './home-gate.tsx'

export default function GroupEditScreen() {
  return (
    <EditPage kind="groups" query={useQuery(groupsQuery)} listOf={(groups) => groups}>
      {(group, _, close) => (
        <HomeGate>
          {(devices) => (
            <GroupForm key={group?.id ?? 'new'} group={group} devices={devices} onClose={close} />
          )}
        </HomeGate>
      )}
    </EditPage>
  )
}
