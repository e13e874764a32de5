import type { DeviceInfo } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#core/api/query-client.ts'
import { knownDevices } from './device-cache.ts'
import { homeQuery } from './devices.queries.ts'
import { devicesApi } from './devices.ts'

/** The devices of the home by name, as of the last load of the home; empty before the first load. */
export function useHomeDevices(): readonly DeviceInfo[] {
  const { data } = useQuery(homeQuery(queryClient, devicesApi, Date.now))
  return data === undefined ? [] : knownDevices(queryClient)
}
