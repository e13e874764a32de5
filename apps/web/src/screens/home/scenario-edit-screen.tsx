import { LIMITS } from '@senca/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { pageNow } from '#core/clock.ts'
import { numberedName } from '#core/numbered-name.ts'
import { groupsQuery } from '#features/groups/groups.ts'
import { homePlaceQuery } from '#features/home-place/home-place.ts'
import { preferencesQuery } from '#features/room-model/rooms.queries.ts'
import { roomsApi } from '#features/room-model/rooms.ts'
import { ScenarioForm } from '#features/scenarios/form/scenario-form.tsx'
import { ScenarioPast } from '#features/scenarios/scenario-history.tsx'
import { scenariosQuery } from '#features/scenarios/scenarios.ts'
import { givesAccess } from '#features/subscription/access.ts'
import { NeedsSubscription } from '#features/subscription/needs-subscription.tsx'
import { isBillingOn, subscriptionQuery } from '#features/subscription/subscription.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import { HomeGate } from './home-gate.tsx'

/** What the form starts from must be complete: the type of the devices, and the units in which values are shown. */
const useFormData = () =>
  useQueries({
    queries: [scenariosQuery, groupsQuery, homePlaceQuery, preferencesQuery(roomsApi)],
    combine: ([scenarios, groups, place, preferences]) => {
      const all = [scenarios, groups, place, preferences]
      return {
        data:
          scenarios.data === undefined ||
          groups.data === undefined ||
          place.data === undefined ||
          preferences.isPending
            ? undefined
            : { scenarios: scenarios.data, groups: groups.data, place: place.data },
        error: all.find(({ error }) => error !== null)?.error ?? null,
        refetch: () => Promise.all(all.map((query) => query.refetch())),
      }
    },
  })

/** Edits the scenario `id` of the URL, or makes a new one, which starts as a copy of the scenario `copied`. */
export default function ScenarioEditScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const goBack = useGoBack('/scenarios')
  const words = useLoadedWords()
  const { pathname, search } = useLocation()
  const isNew = pathname === '/scenarios/new'
  const params = new URLSearchParams(search)
  const query = useFormData()
  const scenarios = query.data?.scenarios ?? []
  const find = (key: string) => scenarios.find(({ id, madeBy }) => id === params.get(key) && madeBy === null)
  const scenario = isNew ? undefined : find('id')
  const source = isNew ? find('copied') : undefined
  const name = scenario?.name
  const title = isNew
    ? t('scenarios.new')
    : name === undefined
      ? t('scenarios.title')
      : t('scenarios.edit', { name })
  usePageTitle(title)
  const subscription = useQuery({ ...subscriptionQuery, enabled: isBillingOn })
  const isWithout = subscription.data !== undefined && !givesAccess(subscription.data, pageNow())
  return (
    <SubPage title={title} backLabel={t('header.back')} onBack={goBack}>
      <HomeGate>
        {(devices) => (
          <Loaded query={query} words={words}>
            {({ groups, place }) =>
              !isNew && scenario === undefined ? (
                <Navigate to="/scenarios" replace />
              ) : (
                <>
                  <ScenarioForm
                    key={scenario?.id ?? 'new'}
                    scenario={scenario ?? null}
                    copied={
                      source === undefined
                        ? null
                        : {
                            ...source,
                            name: numberedName(
                              source.name,
                              scenarios.map((one) => one.name),
                              LIMITS.DEVICE_NAME_MAX_LENGTH,
                            ),
                          }
                    }
                    home={{ devices, groups, place }}
                    names={scenarios.map((one) => one.name)}
                    insteadOfWeather={isWithout ? <NeedsSubscription /> : null}
                    onClose={goBack}
                    onDuplicate={() =>
                      navigate(`/scenarios/new?${new URLSearchParams({ copied: scenario?.id ?? '' })}`, {
                        replace: true,
                      })
                    }
                  />
                  {scenario !== undefined && (
                    <ScenarioPast scenario={scenario} devices={devices} timezone={place?.timezone} />
                  )}
                </>
              )
            }
          </Loaded>
        )}
      </HomeGate>
    </SubPage>
  )
}
