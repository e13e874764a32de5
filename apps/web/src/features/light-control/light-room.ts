import type { DeviceInfo, LightType } from '@senca/contract'
import { channelsOf } from '#features/device-model/views/light-view.ts'
import { drawnFreshness, sceneOf } from '#features/device-model/views/scene-of.ts'
import type { LightRoom } from '#light/room/room-scene.ts'

/** The values of the dragged sliders, 0..1. */
export type Drafts = Readonly<Partial<Record<LightType, number | null>>>

export const channelNumber = (type: LightType): 1 | 2 => (type === 'light_2' ? 2 : 1)

/** The scene of a light in its room. The glow follows a dragged slider before the lamp does. */
export const lightRoomOf = (device: DeviceInfo, stale: boolean, drafts: Drafts): LightRoom => ({
  kind: 'light',
  freshness: drawnFreshness(device, stale),
  view: sceneOf(device, stale, null).view,
  channels: channelsOf(device).map(({ type, brightness }) => drafts[type] ?? brightness ?? 0),
})
