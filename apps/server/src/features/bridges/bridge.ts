import { deviceLinkSpecifierSchema, LINK_ACTIONS, type LinkAction } from '@senca/contract'
import {
  BRIDGE_KINDS,
  BRIDGE_PERMISSIONS,
  BRIDGE_SCOPES,
  type BridgeKind,
  type BridgePermission,
  type BridgeScope,
} from '@senca/contract/bridges'
import { type LinkWindow, linkActionsSchema, linkLimitsSchema, linkWindowSchema } from '@senca/contract/links'
import * as z from 'zod/mini'
import type { BridgeActor, DeviceGrant } from '#features/rights/index.ts'
import type { bridgeDevices, bridges } from './bridges.schema.ts'

/** What a bridge may do with one device. */
export interface GrantedDevice {
  deviceId: string
  permissions: BridgePermission[]
  grant: DeviceGrant
}

/** The properties of a bridge that its maker decides. Null means no limit. */
export interface BridgeTerms {
  name: string
  scopes: BridgeScope[]
  validAfter: Date | null
  validBefore: Date | null
  windows: LinkWindow[] | null
  timeZone: string | null
  devices: GrantedDevice[]
}

/** A stored bridge. */
export interface Bridge extends BridgeTerms {
  id: string
  accountId: string
  kind: BridgeKind
  revision: number
  tokenEnd: string
  createdAt: Date
  lastUsedAt: Date | null
  lastAddress: string | null
  /** The owner has frozen all sharing. */
  isFrozen: boolean
}

const kindSchema = z.enum(BRIDGE_KINDS)
const scopesSchema = z.array(z.enum(BRIDGE_SCOPES))
const permissionsSchema = z.array(z.enum(BRIDGE_PERMISSIONS))
const windowsSchema = z.nullable(z.array(linkWindowSchema))
const channelsSchema = z.nullable(deviceLinkSpecifierSchema)
const actionsSchema = z.nullable(linkActionsSchema)
const limitsSchema = z.nullable(linkLimitsSchema)

export const bridgeOfRows = (
  row: typeof bridges.$inferSelect,
  granted: readonly (typeof bridgeDevices.$inferSelect)[],
  isFrozen: boolean,
): Bridge => ({
  id: row.id,
  accountId: row.accountId,
  kind: kindSchema.parse(row.kind),
  revision: row.revision,
  name: row.name,
  scopes: scopesSchema.parse(row.scopes),
  validAfter: row.validAfter,
  validBefore: row.validBefore,
  windows: windowsSchema.parse(row.windows),
  timeZone: row.timeZone,
  tokenEnd: row.tokenEnd,
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt,
  lastAddress: row.lastAddress,
  isFrozen,
  devices: granted
    .toSorted((a, b) => a.place - b.place)
    .map(({ deviceId, permissions, channels, actions, limits }) => ({
      deviceId,
      permissions: permissionsSchema.parse(permissions),
      grant: {
        channels: channelsSchema.parse(channels),
        actions: actionsSchema.parse(actions),
        limits: limitsSchema.parse(limits),
      },
    })),
})

const isNoUnlock = (action: LinkAction) => action !== 'unlock'

/** The actor for a bridge with everything that it is granted. Unlocking is not [BR8]. */
export const bridgeActorOf = (bridge: Bridge): BridgeActor => ({
  kind: 'bridge',
  id: bridge.id,
  accountId: bridge.accountId,
  sessionId: null,
  ownerId: bridge.accountId,
  name: bridge.name,
  grants: new Map(
    bridge.devices.map(({ deviceId, permissions, grant }) => [
      deviceId,
      { ...grant, actions: (grant.actions ?? LINK_ACTIONS).filter(isNoUnlock), permissions },
    ]),
  ),
})
