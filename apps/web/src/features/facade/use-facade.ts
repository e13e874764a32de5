import { type DeviceInfo, isOnFacade } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryClient } from '#core/api/query-client.ts'
import { homeQuery } from '#features/device-model/devices.queries.ts'
import { devicesApi } from '#features/device-model/devices.ts'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { usePreferences, useRooms } from '#features/room-model/rooms.ts'
import { type Facade, inReadingOrder, within } from './arrangement.ts'
import { proposedFacade } from './proposal.ts'

export interface ShownFacade {
  /** The places of shades and doors, as they are read. */
  facade: Facade
  /** Shades and doors without a place. */
  unplaced: readonly DeviceInfo[]
}

/** The façade that the account arranged, or the proposed one until it has; undefined while the home is loaded. */
export function useFacade(): ShownFacade | undefined {
  const isLoaded = useQuery(homeQuery(queryClient, devicesApi, Date.now)).data !== undefined
  const devices = useHomeDevices()
  const rooms = useRooms()
  const saved = usePreferences()?.facade
  return useMemo(() => {
    if (!isLoaded || rooms === undefined || saved === undefined) return undefined
    const shown = devices.filter(({ devicetype }) => isOnFacade(devicetype))
    const known = new Set(shown.map(({ id }) => id))
    // A client of another maker may have saved a place that is too small to be seen.
    const kept = saved.filter(({ device }) => known.has(device)).map(within)
    const facade = kept.length > 0 ? kept : proposedFacade(shown, rooms)
    const placed = new Set(facade.map(({ device }) => device))
    return { facade: inReadingOrder(facade), unplaced: shown.filter(({ id }) => !placed.has(id)) }
  }, [isLoaded, devices, rooms, saved])
}
