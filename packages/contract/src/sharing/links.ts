import * as z from 'zod/mini'
import { deviceLinkSpecifierSchema } from '../devices/device-info.ts'
import { unitSchema } from '../devices/device-state.ts'
import { LINK_ACTIONS } from './link-actions.ts'

/** Where a link stands: `paused` while its owner has frozen all sharing. */
export const LINK_STATES = ['upcoming', 'active', 'paused', 'expired', 'spent'] as const
export type LinkState = (typeof LINK_STATES)[number]

const told = <T extends z.ZodMiniType>(schema: T) => z.record(z.string(), schema)

/** What a guest may know of a link: all but its owner. Times are ISO 8601 UTC; terms were judged when they were given. */
export const guestLinkSchema = z.object({
  token: z.string(),
  name: z.nullable(z.string()),
  state: z.enum(LINK_STATES),
  devices: z.array(z.string()),
  /** Devices that are not named lend all their channels. */
  deviceSpecifiers: told(deviceLinkSpecifierSchema),
  multiUse: z.boolean(),
  /** Null for any number; a link of `multiUse: false` has one. */
  maxUses: z.nullable(z.int()),
  /** How many are spent. */
  uses: z.int(),
  startsAt: z.string(),
  expiresAt: z.string(),
  windows: z.array(z.object({ days: z.array(z.int()), from: z.string(), until: z.string() })),
  timeZone: z.string(),
  /** Devices that are not named allow everything that they can. */
  actions: told(z.array(z.enum(LINK_ACTIONS))),
  limits: told(z.object({ minPosition: z.optional(unitSchema), maxPosition: z.optional(unitSchema) })),
  hasPin: z.boolean(),
})
export type GuestLink = z.infer<typeof guestLinkSchema>

/** A link as its owner sees it. */
export const deviceLinkSchema = z.extend(guestLinkSchema, {
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type DeviceLink = z.infer<typeof deviceLinkSchema>

/** `device-link/list`: a guest's one link comes without what only its owner knows. */
export const deviceLinksSchema = z.array(
  z.extend(guestLinkSchema, {
    createdAt: z.optional(z.string()),
    lastUsedAt: z.optional(z.nullable(z.string())),
  }),
)
