import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router'
import { GroupForm } from '#features/groups/group-form.tsx'
import { groupsQuery } from '#features/groups/groups.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import { HomeGate } from './home-gate.tsx'

/** Edits the group `id` of the URL, or makes a new one. */
export default function GroupEditScreen() {
  const { t } = useTranslation()
  const goBack = useGoBack('/groups')
  const words = useLoadedWords()
  const { pathname, search } = useLocation()
  const isNew = pathname === '/groups/new'
  const query = useQuery(groupsQuery)
  const id = new URLSearchParams(search).get('id')
  const group = isNew ? undefined : query.data?.find((one) => one.id === id)
  const name = group?.name
  const title = isNew ? t('groups.new') : name === undefined ? t('groups.title') : t('groups.edit', { name })
  usePageTitle(title)
  return (
    <SubPage title={title} backLabel={t('header.back')} onBack={goBack}>
      <HomeGate>
        {(devices) => (
          <Loaded query={query} words={words}>
            {() =>
              !isNew && group === undefined ? (
                <Navigate to="/groups" replace />
              ) : (
                <GroupForm
                  key={group?.id ?? 'new'}
                  group={group ?? null}
                  devices={devices}
                  onClose={goBack}
                />
              )
            }
          </Loaded>
        )}
      </HomeGate>
    </SubPage>
  )
}
