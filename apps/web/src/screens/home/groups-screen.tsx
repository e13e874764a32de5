import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { GroupList } from '#features/groups/group-list.tsx'
import { groupsQuery } from '#features/groups/groups.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { HomePart } from './home-part.tsx'

/** The groups of devices that are moved together. */
export default function GroupsScreen() {
  const { t } = useTranslation()
  const groups = useQuery(groupsQuery)
  const devices = useHomeDevices()
  const words = useLoadedWords()
  return (
    <HomePart title={t('groups.title')} intro={t('groups.intro')} wide>
      <Loaded query={groups} words={words}>
        {(loaded) => <GroupList groups={loaded} devices={devices} />}
      </Loaded>
    </HomePart>
  )
}
