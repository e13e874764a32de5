import {
  CAPABILITIES,
  chargeSchema,
  countsSchema,
  DEVICE_STATUSES,
  deviceSettingsSchema,
  reportedChargeSchema,
  reportedFieldsSchema,
  targetSchema,
} from '@senca/contract'
import * as z from 'zod/mini'
import type { ShadowEvent } from './shadow.ts'

const fieldsSchema = z.extend(reportedFieldsSchema, { status: z.optional(z.enum(DEVICE_STATUSES)) })
const capabilitiesSchema = z.nullable(z.array(z.enum(CAPABILITIES)))

const eventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('connection'),
    endpoint: z.string(),
    order: z.optional(countsSchema),
    connected: z.boolean(),
    at: z.number(),
    session: z.optional(z.number()),
    keptSince: z.optional(z.number()),
    endedAt: z.optional(z.number()),
  }),
  z.object({
    kind: z.literal('report'),
    endpoint: z.string(),
    order: z.optional(countsSchema),
    state: z.extend(fieldsSchema, { settings: z.optional(deviceSettingsSchema) }),
    at: z.number(),
    isAgeUnknown: z.optional(z.boolean()),
    isDerived: z.optional(z.boolean()),
    settles: z.optional(z.boolean()),
    countsBeginAgain: z.optional(z.boolean()),
  }),
  z.object({
    kind: z.literal('charge'),
    endpoint: z.string(),
    order: z.optional(countsSchema),
    charge: reportedChargeSchema,
  }),
  z.object({ kind: z.literal('capabilities'), endpoint: z.string(), capabilities: capabilitiesSchema }),
  z.object({
    kind: z.literal('target'),
    target: targetSchema,
    sentAt: countsSchema,
    at: z.optional(z.number()),
  }),
  z.object({ kind: z.literal('status'), factoryReset: z.boolean() }),
  z.object({ kind: z.literal('claimed'), isHandedOver: z.boolean() }),
  z.object({ kind: z.literal(['forgotten', 'transferred']) }),
  z.object({ kind: z.literal('assigned'), endpoints: z.array(z.string()) }),
  z.object({ kind: z.literal('settings'), settings: deviceSettingsSchema }),
  z.object({ kind: z.literal('rowVersionRaised'), generation: z.int() }),
  z.object({
    kind: z.literal('held'),
    shadow: z.object({
      endpoints: z.record(
        z.string(),
        z.object({
          connected: z.boolean(),
          statusAt: z.optional(z.number()),
          session: z.optional(z.object({ number: z.number(), since: z.number() })),
          counts: countsSchema,
          capabilities: capabilitiesSchema,
          charge: z.optional(chargeSchema),
        }),
      ),
      fields: fieldsSchema,
      settings: deviceSettingsSchema,
      reportedAt: z.nullable(z.number()),
      // Other versions send none.
      isAgeUnknown: z._default(z.boolean(), false),
      lastSeenAt: z.nullable(z.number()),
      commandTarget: z.nullable(targetSchema),
      arrival: z._default(
        z.nullable(z.object({ reported: z.string(), since: z.number(), isSettled: z.boolean() })),
        null,
      ),
      reportedFactoryReset: z.boolean(),
      awaitsReset: z.boolean(),
      wasSet: z.boolean(),
      generation: z.int(),
    }),
  }),
])

/** Notices between instances about a device: an event, or that an instance has started to hold the shadow. */
export const noticeSchema = z.union([
  z.object({ origin: z.string(), event: eventSchema }),
  z.object({ origin: z.string(), asks: z.literal(true) }),
])
export type ShadowNotice = { origin: string } & ({ event: ShadowEvent } | { asks: true })
