import type { DeviceInfo } from '@senca/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { isOwn } from '#features/device-model/rights.ts'
import { LowBattery } from '#features/device-parts/lazy-battery-sign.tsx'
import { IconLink } from '#ui/controls/icon-button.tsx'
import { SubHeader } from '#ui/layout/page-header.tsx'
import { useKeptFocus } from '#ui/layout/use-kept-focus.ts'
import { useGoBack } from '../use-go-back.ts'

/** The second header line above the control of a device: back, name, settings, and sharing for its owner. */
export function DeviceHead({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  const onBack = useGoBack('/home')
  const state = deviceLinkState(device)
  const heading = useRef<HTMLHeadingElement>(null)
  useKeptFocus(heading, device.id)
  return (
    <SubHeader
      title={device.name}
      titleRef={heading}
      backLabel={t('header.back')}
      onBack={onBack}
      action={
        <>
          <LowBattery device={device} on="page" />
          {isOwn(device) && (
            <IconLink icon="share" label={t('device.share')} to={devicePath(device, 'share')} state={state} />
          )}
          <IconLink
            icon="sliders"
            label={t('device.settings')}
            to={devicePath(device, 'settings')}
            state={state}
          />
        </>
      }
    />
  )
}
