import * as z from 'zod/mini'
import { proofSchema } from '../accounts/second-factor-calls.ts'
import { askedAtSchema } from '../devices/device-calls.ts'
import { DEVICE_PIN, deviceLinkSpecifierSchema } from '../devices/device-info.ts'
import { unitSchema } from '../devices/device-state.ts'
import * as LIMITS from '../limits.ts'
import { nameSchema } from '../names.ts'
import { LINK_ACTIONS } from './link-actions.ts'
import { LINK_STATES } from './links.ts'

const idSchema = z.string().check(z.minLength(1), z.maxLength(64))
const tokenSchema = z.string().check(z.maxLength(256))
const timeSchema = z.iso.datetime({ offset: true })
const clockTimeSchema = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/**
 * Weekdays 1 (Monday) .. 7 (Sunday) and local times in the link's time zone; `until` is exclusive. An `until` that is not after
 * `from` is on the next day.
 */
export const linkWindowSchema = z.strictObject({
  days: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.minLength(1), z.maxLength(7)),
  from: clockTimeSchema,
  until: clockTimeSchema,
})
export type LinkWindow = z.infer<typeof linkWindowSchema>

/** The range in which a guest may move a shade, 0 open .. 1 closed. */
export const linkLimitsSchema = z.strictObject({
  minPosition: z.optional(unitSchema),
  maxPosition: z.optional(unitSchema),
})
export type LinkLimits = z.infer<typeof linkLimitsSchema>

export const linkActionsSchema = z
  .array(z.enum(LINK_ACTIONS))
  .check(z.minLength(1), z.maxLength(LINK_ACTIONS.length))

const perDevice = <T extends z.ZodMiniType>(schema: T) => z.record(idSchema, schema)

const terms = {
  deviceSpecifiers: perDevice(z.strictObject(deviceLinkSpecifierSchema.shape)),
  name: nameSchema(1, LIMITS.DEVICE_LINK_NAME_MAX_LENGTH),
  windows: z.array(linkWindowSchema).check(z.maxLength(LIMITS.DEVICE_LINK_WINDOWS)),
  timeZone: z.string().check(z.minLength(1), z.maxLength(64)),
  actions: perDevice(linkActionsSchema),
  limits: perDevice(linkLimitsSchema),
  pin: z.string().check(z.regex(DEVICE_PIN)),
  maxUses: z.int().check(z.minimum(2), z.maximum(LIMITS.DEVICE_LINK_USES_MAX)),
}

/**
 * `device-link/create`. Rules that concern several fields: the link ends after it starts, less than 30 days later and not in the
 * past; `multiUse: false` means one use of one device; `maxUses` is allowed only with `multiUse`; all devices have the same
 * owner; specifiers, actions and limits belong to devices of the link and fit their type. Without `timeZone`, windows are in UTC.
 * `password`, the one of the account, is required (`data_missing`) only if the link allows to unlock a door whose household needs
 * a PIN or passkey.
 */
export const linkCreateRequestSchema = z.strictObject({
  devices: z.array(idSchema).check(z.minLength(1), z.maxLength(LIMITS.DEVICE_LINK_DEVICES)),
  multiUse: z.boolean(),
  startsAt: timeSchema,
  expiresAt: timeSchema,
  deviceSpecifiers: z.optional(terms.deviceSpecifiers),
  name: z.optional(terms.name),
  windows: z.optional(terms.windows),
  timeZone: z.optional(terms.timeZone),
  actions: z.optional(terms.actions),
  limits: z.optional(terms.limits),
  pin: z.optional(terms.pin),
  maxUses: z.optional(terms.maxUses),
  password: z.optional(proofSchema.shape.password),
})
export type LinkCreateRequest = z.infer<typeof linkCreateRequestSchema>

const clearable = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))

/**
 * `device-link/update`: null clears a field, an absent field stays unchanged. `password` is required if the change gives guests
 * more access to a door whose household needs a PIN or passkey: the right to unlock it at all, other times, more uses, or no PIN.
 */
export const linkUpdateRequestSchema = z.strictObject({
  token: tokenSchema,
  devices: z.optional(linkCreateRequestSchema.shape.devices),
  multiUse: z.optional(z.boolean()),
  startsAt: z.optional(timeSchema),
  expiresAt: z.optional(timeSchema),
  deviceSpecifiers: clearable(terms.deviceSpecifiers),
  name: clearable(terms.name),
  windows: clearable(terms.windows),
  timeZone: clearable(terms.timeZone),
  actions: clearable(terms.actions),
  limits: clearable(terms.limits),
  pin: clearable(terms.pin),
  maxUses: clearable(terms.maxUses),
  password: z.optional(proofSchema.shape.password),
})
export type LinkUpdateRequest = z.infer<typeof linkUpdateRequestSchema>

/** `device-link/delete` */
export const linkRequestSchema = z.strictObject({ token: tokenSchema })

/** `device-link/freeze`, request and answer: while `frozen` is true, no link of the account works. */
export const sharingFreezeSchema = z.strictObject({ frozen: z.boolean() })

/**
 * The calls of guests: the token in the body decides; the header is used only if the body has none. Any text is accepted here,
 * because a malformed token means that the link does not exist and a malformed PIN is a wrong PIN.
 */
const shownSchema = z.string().check(z.maxLength(LIMITS.BODY_MAX_BYTES))
const guestTerms = { deviceLinkToken: z.optional(shownSchema), pin: z.optional(shownSchema) }
const guestDevices = z.array(z.string()).check(z.maxLength(LIMITS.DEVICE_LINK_DEVICES))

/** `device-link/info` and `device-link/devices` */
export const linkInfoRequestSchema = z.strictObject(guestTerms)
export const linkStopRequestSchema = z.strictObject({ ...guestTerms, deviceIds: guestDevices })
/** `action` is one command as in `device/move`, without the device token; `askedAt` as there. */
export const linkActionRequestSchema = z.strictObject({
  ...guestTerms,
  deviceIds: guestDevices,
  action: z.looseObject({}),
  askedAt: askedAtSchema,
})

/** `GET access/list`: who can open one device, several, or all devices of the caller. */
export const accessListQuerySchema = z.object({
  devicetoken: z.optional(z.union([z.string(), z.array(z.string()).check(z.maxLength(100))])),
})

export const ACCESS_KINDS = ['owner', 'link', 'role', 'bridge'] as const
/** How a bridge unlocks doors: with a PIN of its own, or by asking a person. */
export const ACCESS_UNLOCKS = ['pin', 'ask'] as const
export type AccessUnlock = (typeof ACCESS_UNLOCKS)[number]

/**
 * A person, link or bridge that can open devices now or within seven days. `windows` are the times, ISO 8601 UTC, the next ones first and
 * at most `ACCESS_WINDOWS`.
 */
export const accessEntrySchema = z.object({
  kind: z.enum(ACCESS_KINDS),
  /** For a link its token, with which it can be deleted. */
  id: z.string(),
  /** For an account its e-mail address, for a bridge its name; null for a link without a name. */
  name: z.nullable(z.string()),
  now: z.boolean(),
  windows: z.array(z.object({ from: z.string(), until: z.string() })),
  /** How many windows within these days are left out; absent if none. */
  moreWindows: z.optional(z.int()),
  devices: z.array(z.string()),
  /** Of the doors of a bridge, which are an entry of their own for each way. */
  unlock: z.optional(z.enum(ACCESS_UNLOCKS)),
  /** Whether the caller can revoke it. */
  revocable: z.boolean(),
  /** Absent for the owner. */
  state: z.optional(z.enum(LINK_STATES)),
  expiresAt: z.optional(z.string()),
})
export type AccessEntry = z.infer<typeof accessEntrySchema>
export const accessListSchema = z.array(accessEntrySchema)
