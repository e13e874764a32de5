import type { DeviceInfo, DeviceState } from '@senca/contract'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** What the picture of a device shows of another hour: what changes in its state, and a note behind its name. */
export interface PreviewedDevice {
  state?: Partial<DeviceState>
  note?: string
}

interface DayPreviewState {
  line: string | null
  devices: ReadonlyMap<string, PreviewedDevice>
}

/** The pictures show what is. */
export const NOW: DayPreviewState = { line: null, devices: new Map() }

/** The hour that the pictures of the home show, in words; `line` is null while they show what is. Nothing of it is ever sent. */
export const previewedDay = createStore<DayPreviewState>(() => NOW)

/** The device to draw: as it will be at the previewed hour, or as it is. */
export function usePictured(device: DeviceInfo): { pictured: DeviceInfo; note: string | null } {
  const previewed = useStore(previewedDay, ({ devices }) => devices.get(device.id))
  return useMemo(
    () => ({
      pictured: previewed?.state ? { ...device, state: { ...device.state, ...previewed.state } } : device,
      note: previewed?.note ?? null,
    }),
    [device, previewed],
  )
}
