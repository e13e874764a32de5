import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { AddForm } from '#features/found-hardware/add-form.tsx'
import { foundQuery } from '#features/found-hardware/discovery.ts'
import { foundDevices } from '#features/found-hardware/found-devices.ts'
import { FoundList } from '#features/found-hardware/found-list.tsx'
import { useSayAdded } from '#features/found-hardware/use-add.ts'
import { isMatterOn } from '#features/matter/matter.ts'
import { GuideList } from '#features/mqtt-access/guides/guide-list.tsx'
import { pageTag } from '#i18n/format-tag.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { ListRow } from '#ui/layout/list-row.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import { HardwareProof } from './hardware-proof.tsx'
import { MakerTabs } from './maker-tabs.tsx'

/** New devices of other makers: what was found, and how to connect more. */
export function FoundScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  usePageTitle(t('found.title'))
  return (
    <SubPage title={t('page.claim')} backLabel={t('header.back')} onBack={() => navigate('/home')}>
      <MakerTabs />
      <FoundList
        ways={
          <GuideList withAccess>
            {isMatterOn && (
              <ListRow icon="plus" to="/matter">
                {t('matter.title')}
              </ListRow>
            )}
          </GuideList>
        }
      />
    </SubPage>
  )
}

/** Makes a device of what was found, where something has to be chosen. */
export function AddFoundScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const goBack = useGoBack('/newdevices')
  const [params] = useSearchParams()
  const query = useQuery(foundQuery)
  const sayAdded = useSayAdded()
  const takenNames = useHomeDevices().map(({ name }) => name)
  const devices = foundDevices(query.data ?? [], pageTag())
  const found = devices.find(({ entities }) => entities.some(({ id }) => id === params.get('id')))
  const title = found?.name ?? t('found.unnamed')
  usePageTitle(title)
  return (
    <SubPage title={title} backLabel={t('header.back')} onBack={goBack}>
      <Loaded query={query} words={useLoadedWords()}>
        {() =>
          found === undefined ? (
            <EmptyState
              title={t('found.gone')}
              text={t('found.goneText')}
              action={<ButtonLink to="/newdevices">{t('found.back')}</ButtonLink>}
            />
          ) : (
            <AddForm
              key={found.key}
              found={found}
              others={devices.filter((other) => other !== found)}
              takenNames={takenNames}
              proofFor={(wanted) => <HardwareProof {...wanted} confirmLabel={t('found.submit')} />}
              onAdded={(device) => {
                sayAdded(device)
                void navigate('/newdevices', { replace: true })
              }}
            />
          )
        }
      </Loaded>
    </SubPage>
  )
}
