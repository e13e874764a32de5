import type { Capability, DeviceState, DeviceType, Language } from '@senca/contract'
import type { Safety } from '@senca/contract/automation'
import type { BridgeUnlockMode } from '@senca/contract/bridges'
import type { DeviceFault } from '#features/commands/index.ts'

/** A device as it is announced: with what the bridge is granted alone. */
export interface AnnouncedDevice {
  /** By what Home Assistant knows it. */
  key: string
  name: string
  type: DeviceType
  /** The name of its room. */
  room: string | null
  connected: boolean
  can: readonly Capability[]
  state: DeviceState
  isCommanded: boolean
  unlock: BridgeUnlockMode
  lightNames: { light1?: string | undefined; light2?: string | undefined }
  safety: Safety | null
  fault: DeviceFault | null
  /** How far from an end it counts as there. */
  tolerance: number
}

/** The bridge that announces. */
export interface AnnouncingBridge {
  id: string
  name: string
  /** By what this installation is known. */
  serverId: string
  version: string
  /** Absent where nobody but this machine could open it. */
  url?: string
  /** Of its maker. */
  language: Language
  discoveryPrefix: string
}

export interface AnnouncedScene {
  id: string
  name: string
}

const SHORT_LENGTH = 8

/** The first characters of a bridge's id, as they stand in topics. */
export const shortIdOf = ({ id }: Pick<AnnouncingBridge, 'id'>): string => id.slice(0, SHORT_LENGTH)

/** The topics of a bridge. */
export const topicsOf = (id: string) => ({
  id,
  prefix: `senca-bridge/${id}/`,
  node: `senca_${shortIdOf({ id })}`,
})

export const statusTopicOf = (id: string): string => `${topicsOf(id).prefix}status`
