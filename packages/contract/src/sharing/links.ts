import * as z from 'zod/mini'
import { deviceLinkSpecifierSchema } from '../devices/device-info.ts'
import { unitSchema } from '../devices/device-state.ts'
import { LINK_ACTIONS } from './link-actions.ts'

/** The state of a link; `paused` while its owner has frozen all sharing. */
export const LINK_STATES = ['upcoming', 'active', 'paused', 'expired', 'spent'] as const
export type LinkState = (typeof LINK_STATES)[number]

const notified = <T extends z.ZodMiniType>(schema: T) => z.record(z.string(), schema)

/**
 * A link as a guest sees it: everything except its owner. Times are ISO 8601 UTC. The values were validated when the link was
 * saved.
 */
export const guestLinkSchema = z.object({
  token: z.string(),
  name: z.nullable(z.string()),
  state: z.enum(LINK_STATES),
  devices: z.array(z.string()),
  /** For devices without an entry, all channels are shared. */
  deviceSpecifiers: notified(deviceLinkSpecifierSchema),
  multiUse: z.boolean(),
  /** Null for unlimited use; 1 for `multiUse: false`. */
  maxUses: z.nullable(z.int()),
  /** The number of uses so far. */
  uses: z.int(),
  startsAt: z.string(),
  expiresAt: z.string(),
  windows: z.array(z.object({ days: z.array(z.int()), from: z.string(), until: z.string() })),
  timeZone: z.string(),
  /** For devices without an entry, all actions of the device are allowed. */
  actions: notified(z.array(z.enum(LINK_ACTIONS))),
  limits: notified(z.object({ minPosition: z.optional(unitSchema), maxPosition: z.optional(unitSchema) })),
  hasPin: z.boolean(),
  /** The home by the name that its owner gave it, null without one; for its guest alone. */
  home: z.optional(z.nullable(z.object({ name: z.string() }))),
})
export type GuestLink = z.infer<typeof guestLinkSchema>

/** A link as its owner sees it. */
export const deviceLinkSchema = z.extend(guestLinkSchema, {
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type DeviceLink = z.infer<typeof deviceLinkSchema>

/** `device-link/list`: if a guest calls it, the list contains one link, without the fields that only the owner may see. */
export const deviceLinksSchema = z.array(
  z.extend(guestLinkSchema, {
    createdAt: z.optional(z.string()),
    lastUsedAt: z.optional(z.nullable(z.string())),
  }),
)
