import { createHash } from 'node:crypto'
import { deviceLinkSpecifierSchema, type Permission } from '@senca/contract'
import { type LinkWindow, linkActionsSchema, linkLimitsSchema, linkWindowSchema } from '@senca/contract/links'
import * as z from 'zod/mini'
import type { DeviceGrant, LinkActor } from '#features/rights/index.ts'
import type { deviceLinkDevices, deviceLinks } from './links.schema.ts'

export interface SharedDevice {
  deviceId: string
  grant: DeviceGrant
}

/** The properties of a link that its owner decides. */
export interface LinkTerms {
  name: string | null
  multiUse: boolean
  /** Null for unlimited. */
  maxUses: number | null
  startsAt: Date
  expiresAt: Date
  timeZone: string
  windows: LinkWindow[]
  devices: SharedDevice[]
}

/** A stored link. */
export interface Link extends LinkTerms {
  id: string
  accountId: string
  sealedToken: string
  sealedPin: string | null
  revision: number
  uses: number
  createdAt: Date
  lastUsedAt: Date | null
  /** The owner of the link has frozen all sharing. */
  isFrozen: boolean
}

const windowsSchema = z.array(linkWindowSchema)
const channelsSchema = z.nullable(deviceLinkSpecifierSchema)
const actionsSchema = z.nullable(linkActionsSchema)
const limitsSchema = z.nullable(linkLimitsSchema)

export function linkOfRows(
  row: typeof deviceLinks.$inferSelect,
  shared: readonly (typeof deviceLinkDevices.$inferSelect)[],
  isFrozen: boolean,
): Link {
  return {
    id: row.id,
    accountId: row.accountId,
    sealedToken: row.sealedToken,
    sealedPin: row.sealedPin,
    revision: row.revision,
    name: row.name,
    multiUse: row.multiUse,
    maxUses: row.maxUses,
    startsAt: row.startsAt,
    expiresAt: row.expiresAt,
    timeZone: row.timeZone,
    windows: windowsSchema.parse(row.windows),
    uses: row.uses,
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
    isFrozen,
    devices: shared
      .toSorted((a, b) => a.place - b.place)
      .map(({ deviceId, channels, actions, limits }) => ({
        deviceId,
        grant: {
          channels: channelsSchema.parse(channels),
          actions: actionsSchema.parse(actions),
          limits: limitsSchema.parse(limits),
        },
      })),
  }
}

/** A hash of the sealed PIN. It changes whenever a PIN is set, because sealing the same PIN again gives a different result. */
export const pinMarkOf = ({ sealedPin }: Pick<Link, 'sealedPin'>): string | null =>
  sealedPin === null ? null : createHash('sha256').update(sealedPin).digest('base64url')

const SHARED_PERMISSIONS: readonly Permission[] = ['view', 'command']

/** The actor for a link with everything that it shares; with `isSharing` false it shares nothing now. */
export const linkActorOf = (link: Link, isSharing: boolean): LinkActor => ({
  kind: 'link',
  linkId: link.id,
  ownerId: link.accountId,
  name: link.name,
  pinMark: pinMarkOf(link),
  grants: new Map(
    isSharing
      ? link.devices.map(({ deviceId, grant }) => [deviceId, { ...grant, permissions: SHARED_PERMISSIONS }])
      : [],
  ),
})
