import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ReplaceForm } from '#features/claim/replace-form.tsx'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { SubPage } from '#ui/layout/sub-page.tsx'
import claimStyles from '../home/claim-screen.module.css'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import { DeviceGate } from './device-page.tsx'

/** Replaces the controller of a device by another one. */
export default function DeviceReplaceScreen() {
  return <DeviceGate>{(device) => <Page device={device} />}</DeviceGate>
}

function Page({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  usePageTitle(`${t('claim.replace.title')}, ${device.name}`)
  return (
    <SubPage
      title={t('claim.replace.title')}
      intro={t('claim.replace.intro', { name: device.name })}
      backLabel={t('header.back')}
      onBack={useGoBack(devicePath(device, 'settings'))}
    >
      <div className={claimStyles.form}>
        <ReplaceForm
          device={device}
          onReplaced={(fresh) =>
            navigate(devicePath(fresh, 'control'), { replace: true, state: deviceLinkState(fresh) })
          }
        />
      </div>
    </SubPage>
  )
}
