import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '#features/account-model/accounts.ts'
import { ActivityList } from '#features/activity/activity-list.tsx'
import { DeviceFilter } from '#features/activity/device-filter.tsx'
import { ExportButton } from '#features/activity/export-button.tsx'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { homePlaceQuery } from '#features/home-place/home-place.ts'
import { NextRun } from '#features/scenarios/next-run.tsx'
import { HomePart } from './home-part.tsx'

/** The past activity of the home, and the next run of a scenario. */
export default function ActivityScreen() {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string | null>(null)
  const devices = useHomeDevices()
  const { data: place } = useQuery(homePlaceQuery)
  const me = useAccount((account) => account.email)
  return (
    <HomePart
      title={t('activity.title')}
      tools={
        <>
          <DeviceFilter devices={devices} value={chosen} onChange={setChosen} />
          <ExportButton deviceId={chosen} />
        </>
      }
    >
      <NextRun timezone={place?.timezone} />
      <ActivityList
        key={chosen}
        deviceId={chosen}
        typeOf={(id) => devices.find((device) => device.id === id)?.devicetype ?? null}
        me={me ?? ''}
      />
    </HomePart>
  )
}
