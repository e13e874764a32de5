import type { DeviceInfo } from '@senca/contract'
import { SUN_TYPES } from '@senca/contract/automation'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { homePlaceQuery, homeSunQuery } from '#features/home-place/home-place.ts'
import { SunForm } from '#features/sun/sun-form.tsx'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import { DeviceGate } from './device-page.tsx'

/** The settings by which a shade follows the sun. */
export default function DeviceSunScreen() {
  return (
    <DeviceGate>
      {(device) =>
        SUN_TYPES.has(device.devicetype) && device.permissions.includes('maintain') ? (
          <SunPage device={device} />
        ) : (
          <Navigate replace to={devicePath(device, 'settings')} state={deviceLinkState(device)} />
        )
      }
    </DeviceGate>
  )
}

function SunPage({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  const place = useQuery(homePlaceQuery)
  const sunNow = useQuery({ ...homeSunQuery, enabled: place.data != null })
  const words = useLoadedWords()
  const goBack = useGoBack(devicePath(device, 'settings'))
  usePageTitle(`${t('sun.title')}, ${device.name}`)
  return (
    <SubPage
      title={t('sun.title')}
      intro={t('sun.intro', { name: device.name })}
      backLabel={t('header.back')}
      onBack={goBack}
    >
      <Loaded query={place} words={words}>
        {(home) =>
          home === null ? (
            <EmptyState
              title={t('sun.noPlace')}
              text={t('sun.noPlaceText')}
              action={<ButtonLink to="/homeplace">{t('sun.place')}</ButtonLink>}
            />
          ) : (
            <SunForm device={device} sunNow={sunNow.data ?? null} onSaved={goBack} />
          )
        }
      </Loaded>
    </SubPage>
  )
}
