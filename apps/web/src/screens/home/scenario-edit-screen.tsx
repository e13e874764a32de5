import { LIMITS } from '@senca/contract'
import type { Scenario } from '@senca/contract/automation'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
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
import { EditPage } from './edit-page.tsx'
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

const isOwn = ({ madeBy }: Pick<Scenario, 'madeBy'>) => madeBy === null

/** A new scenario starts as a copy of the scenario `copied` of the URL. */
export default function ScenarioEditScreen() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const subscription = useQuery({ ...subscriptionQuery, enabled: isBillingOn })
  const isWithout = subscription.data !== undefined && !givesAccess(subscription.data, pageNow())
  return (
    <EditPage kind="scenarios" query={useFormData()} listOf={({ scenarios }) => scenarios.filter(isOwn)}>
      {(scenario, { scenarios, groups, place }, close) => {
        const names = scenarios.map(({ name }) => name)
        const source = scenarios.find((one) => isOwn(one) && one.id === params.get('copied'))
        return (
          <HomeGate>
            {(devices) => (
              <>
                <ScenarioForm
                  key={scenario?.id ?? 'new'}
                  scenario={scenario}
                  copied={
                    source === undefined
                      ? null
                      : { ...source, name: numberedName(source.name, names, LIMITS.DEVICE_NAME_MAX_LENGTH) }
                  }
                  home={{ devices, groups, place }}
                  names={names}
                  insteadOfWeather={isWithout ? <NeedsSubscription /> : null}
                  onClose={close}
                  onDuplicate={() =>
                    navigate(`/scenarios/new?${new URLSearchParams({ copied: scenario?.id ?? '' })}`, {
                      replace: true,
                    })
                  }
                />
                {scenario !== null && (
                  <ScenarioPast scenario={scenario} devices={devices} timezone={place?.timezone} />
                )}
              </>
            )}
          </HomeGate>
        )
      }}
    </EditPage>
  )
}
