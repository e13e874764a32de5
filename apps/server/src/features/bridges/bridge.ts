import { deviceLinkSpecifierSchema, LINK_ACTIONS, type LinkAction } from '@senca/contract'
import {
  BRIDGE_KINDS,
  BRIDGE_PERMISSIONS,
  BRIDGE_SCOPES,
  type BridgeClient,
  type BridgeKind,
  type BridgePermission,
  type BridgeScope,
  bridgeClientSchema,
} from '@senca/contract/bridges'
import { type LinkWindow, linkActionsSchema, linkLimitsSchema, linkWindowSchema } from '@senca/contract/links'
import * as z from 'zod/mini'
import type { BridgeActor, CallScope, DeviceGrant } from '#features/rights/index.ts'
import { nextChangeOf, roleStateOf } from '#features/roles/index.ts'
import type { bridgeDevices, bridges } from './bridges.schema.ts'
import type { Unlocks } from './unlocks.store.ts'

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
  tokenHash: string
  tokenEnd: string
  /** The end of a token that a client has to renew; null for one that works as long as the bridge. */
  tokenUntil: Date | null
  /** The token before, until it ends; null without one. */
  oldTokenHash: string | null
  oldTokenUntil: Date | null
  createdAt: Date
  lastUsedAt: Date | null
  lastAddress: string | null
  /** The program that its maker let in by consent, with tokens for agents alone; null for a bridge with a secret. */
  client: BridgeClient | null
  /** The doors that it may unlock, and how that is checked. */
  unlocks: Unlocks
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
const clientSchema = z.nullable(bridgeClientSchema)

export const bridgeOfRows = (
  row: typeof bridges.$inferSelect,
  granted: readonly (typeof bridgeDevices.$inferSelect)[],
  { unlocks, isFrozen }: Pick<Bridge, 'unlocks' | 'isFrozen'>,
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
  tokenHash: row.tokenHash,
  tokenEnd: row.tokenEnd,
  tokenUntil: row.tokenUntil,
  oldTokenHash: row.oldTokenHash,
  oldTokenUntil: row.oldTokenUntil,
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt,
  lastAddress: row.lastAddress,
  client: clientSchema.parse(row.client),
  unlocks,
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

/** The ids of the devices that may be commanded. */
export const commandedBy = ({ devices }: Pick<BridgeTerms, 'devices'>): string[] =>
  devices.flatMap(({ deviceId, permissions }) => (permissions.includes('command') ? [deviceId] : []))

/** Unlocking is not decided by the actions of a grant. A person unlocks where the bridge has to ask [BR8]. */
const actionsOf = ({ deviceId, grant: { actions } }: GrantedDevice, unlocks: Unlocks): LinkAction[] => [
  ...(actions ?? LINK_ACTIONS).filter((action) => action !== 'unlock'),
  ...(unlocks.get(deviceId) === 'pin' ? (['unlock'] as const) : []),
]

/** Whether a token works now: the newest one, or the one before, while it lasts. */
export const isTokenOf = (bridge: Bridge, tokenHash: string, now: Date): boolean =>
  (tokenHash === bridge.tokenHash && (bridge.tokenUntil === null || bridge.tokenUntil > now)) ||
  (tokenHash === bridge.oldTokenHash && bridge.oldTokenUntil !== null && bridge.oldTokenUntil > now)

/** When a token next begins or stops to work by time alone; null for never. */
function changesAtOf(bridge: Bridge, tokenHash: string, now: Date): Date | null {
  const next = nextChangeOf(bridge, now)
  const end = tokenHash === bridge.tokenHash ? bridge.tokenUntil : bridge.oldTokenUntil
  return end !== null && (next === null || end < next) ? end : next
}

/** What the process of a Matter bridge calls; which devices it may view and command says the grant of each. */
const SCOPES_OF_MATTER: readonly CallScope[] = ['devices:read', 'devices:command', 'doors:ask', 'matter:node']

/** The actor for a bridge with everything that it is granted. */
export const bridgeActorOf = (bridge: Bridge, tokenHash: string, now: Date): BridgeActor => ({
  kind: 'bridge',
  id: bridge.id,
  accountId: bridge.accountId,
  sessionId: null,
  ownerId: bridge.accountId,
  name: bridge.name,
  bridgeKind: bridge.kind,
  via: null,
  scopes: bridge.kind === 'matter' ? SCOPES_OF_MATTER : bridge.scopes,
  isPaused: roleStateOf(bridge, now) !== 'active',
  tokenHash,
  changesAt: changesAtOf(bridge, tokenHash, now),
  unlocks: bridge.unlocks,
  grants: new Map(
    bridge.devices.map((device) => [
      device.deviceId,
      { ...device.grant, actions: actionsOf(device, bridge.unlocks), permissions: device.permissions },
    ]),
  ),
})
