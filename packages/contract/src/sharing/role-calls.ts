import * as z from 'zod/mini'
import { ACTIVITY_ACTIONS } from '../accounts/activity-calls.ts'
import { proofSchema } from '../accounts/second-factor-calls.ts'
import { PERMISSIONS } from '../devices/device-info.ts'
import { deviceTypeSchema } from '../devices/device-types.ts'
import * as LIMITS from '../limits.ts'
import { deviceNameSchema, nameSchema } from '../names.ts'
import { linkWindowSchema } from './link-calls.ts'

const idSchema = z.string().check(z.minLength(1), z.maxLength(64))
const timeSchema = z.iso.datetime({ offset: true })
const emailSchema = z.string().check(z.minLength(1), z.maxLength(LIMITS.EMAIL_MAX_LENGTH * 2))

/** Whether a role can be used now; `paused` while its owner has frozen all sharing. */
export const ROLE_STATES = ['active', 'not_yet', 'between_hours', 'expired', 'paused'] as const
export type RoleState = (typeof ROLE_STATES)[number]

const terms = {
  name: nameSchema(1, LIMITS.ROLE_NAME_MAX_LENGTH),
  permissions: z.array(z.enum(PERMISSIONS)).check(z.minLength(1), z.maxLength(PERMISSIONS.length)),
  devices: z.array(idSchema).check(z.minLength(1), z.maxLength(LIMITS.ROLE_DEVICES)),
  users: z.array(emailSchema).check(z.maxLength(LIMITS.ROLE_USERS_READ)),
  validAfter: z.nullable(timeSchema),
  validBefore: z.nullable(timeSchema),
  windows: z.nullable(z.array(linkWindowSchema).check(z.maxLength(LIMITS.DEVICE_LINK_WINDOWS))),
  timeZone: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))),
}

/**
 * `role/create`. `users` are e-mail addresses of confirmed accounts other than the caller's. `validAfter` and `validBefore` are
 * ISO 8601; null or absent means no limit. `password`, the one of the account, is required (`data_missing`) only if the role
 * allows commands of a door whose household needs a PIN or passkey.
 */
export const roleCreateRequestSchema = z.strictObject({
  name: terms.name,
  permissions: terms.permissions,
  devices: terms.devices,
  users: z.optional(terms.users),
  validAfter: z.optional(terms.validAfter),
  validBefore: z.optional(terms.validBefore),
  windows: z.optional(terms.windows),
  timeZone: z.optional(terms.timeZone),
  password: z.optional(proofSchema.shape.password),
})
export type RoleCreateRequest = z.infer<typeof roleCreateRequestSchema>

/** `role/update`: an absent field stays unchanged, null clears it. */
export const roleUpdateRequestSchema = z.strictObject({
  ...z.partial(roleCreateRequestSchema).shape,
  id: idSchema,
})
export type RoleUpdateRequest = z.infer<typeof roleUpdateRequestSchema>

/** `role/delete` by the owner, `role/leave` by the receiver; also the query of `role/report`. */
export const roleRequestSchema = z.strictObject({ id: idSchema })
export const roleReportQuerySchema = z.object({ id: idSchema })

const shared = {
  id: z.string(),
  name: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  devices: z.array(z.string()),
  validAfter: z.nullable(z.string()),
  validBefore: z.nullable(z.string()),
  windows: z.optional(z.array(z.object({ days: z.array(z.int()), from: z.string(), until: z.string() }))),
  timeZone: z.optional(z.string()),
  state: z.enum(ROLE_STATES),
}

/** A role as its owner sees it. `lastUsedAt` is the last command or maintenance action of that person. */
export const roleSchema = z.object({
  ...shared,
  users: z.array(z.object({ email: z.string(), since: z.string(), lastUsedAt: z.nullable(z.string()) })),
})
export type Role = z.infer<typeof roleSchema>
export const rolesSchema = z.array(roleSchema)

/** A role as the person who received it sees it; `owner` is the e-mail address of the owner. */
export const receivedRoleSchema = z.object({ ...shared, owner: z.string() })
export type ReceivedRole = z.infer<typeof receivedRoleSchema>
export const receivedRolesSchema = z.array(receivedRoleSchema)

/** Who maintains a device by a role; `until` is null if there is no end. */
export const maintenanceSchema = z.object({ email: z.string(), until: z.nullable(z.string()) })
export type Maintenance = z.infer<typeof maintenanceSchema>

/** What was done by a role, oldest first. `before` and `after` are the changed values; null if there is no such value. */
export const roleReportSchema = z.array(
  z.object({
    at: z.string(),
    action: z.enum(ACTIVITY_ACTIONS),
    deviceId: z.string(),
    before: z.nullable(z.unknown()),
    after: z.nullable(z.unknown()),
  }),
)
export type RoleReport = z.infer<typeof roleReportSchema>

/** `device/test-move`: moves a shade for a duration in ms and then stops it. For the person who maintains the device. */
export const testMoveRequestSchema = z.strictObject({
  token: idSchema,
  direction: z.enum(['open', 'close']),
  ms: z.int().check(z.minimum(1), z.maximum(LIMITS.TEST_MOVE_MAX_MS)),
})

/** The status is absent if the device has confirmed where it stopped. */
export const testMoveResultSchema = z.object({ status: z.optional(z.literal('unconfirmed')) })

/** `account/freeze-sharing`, request and answer: while `on` is true, no link and no role of the account works. */
export const freezeSharingSchema = z.strictObject({ on: z.boolean() })

/** `device/transfer`: `password` is required only for a door whose household needs a PIN or passkey. */
export const transferRequestSchema = z.strictObject({
  token: idSchema,
  email: emailSchema,
  password: z.optional(proofSchema.shape.password),
})

/**
 * `device/transfer/home`: offers several or all devices to one address with one e-mail. `password` is required if one of them is
 * a door whose household needs a PIN or passkey.
 */
export const homeTransferRequestSchema = z.strictObject({
  devices: terms.devices,
  email: emailSchema,
  password: z.optional(proofSchema.shape.password),
})

const transferToken = z.string().check(z.minLength(1), z.maxLength(256))

/** `device/transfer/info`: what the token of a transfer e-mail offers to the caller. */
export const transferInfoRequestSchema = z.strictObject({ token: transferToken })

/** `email` is the address of the present owner. A device whose name the caller already uses needs another name. */
export const transferOfferSchema = z.object({
  email: z.string(),
  expiresAt: z.string(),
  devices: z.array(
    z.object({
      deviceId: z.string(),
      deviceName: z.string(),
      devicetype: deviceTypeSchema,
      isNameTaken: z.boolean(),
    }),
  ),
})
export type TransferOffer = z.infer<typeof transferOfferSchema>

/**
 * `device/transfer/accept`: the token of the e-mail. If names are already in use, `name` renames the device of an offer with one
 * device, `names` those of an offer with several. Answers a map from token to info of the received devices.
 */
export const transferAcceptRequestSchema = z.strictObject({
  token: transferToken,
  name: z.optional(deviceNameSchema),
  names: z.optional(
    z
      .array(z.strictObject({ deviceId: idSchema, name: deviceNameSchema }))
      .check(z.maxLength(LIMITS.ROLE_DEVICES)),
  ),
})
export type TransferAcceptRequest = z.infer<typeof transferAcceptRequestSchema>

/** `device/transfer/cancel`: the token of the device. */
export const transferCancelRequestSchema = z.strictObject({ token: idSchema })

/** `device/transfer/list`: open offers from and to the caller: not accepted, not canceled and not expired. */
export const transferSchema = z.object({
  deviceId: z.string(),
  deviceName: z.string(),
  direction: z.enum(['given', 'received']),
  /** The e-mail address of the other person. */
  email: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
})
export type Transfer = z.infer<typeof transferSchema>
export const transfersSchema = z.array(transferSchema)
