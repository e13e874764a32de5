import * as z from 'zod/mini'

/** Longer than any accepted value. */
const text = z.string().check(z.maxLength(8_192))
const short = z.string().check(z.maxLength(512))

/**
 * EMQX sends the fields that its configuration names. For a login without user name or password, the field is `undefined` or
 * missing.
 */
export const emqxSignInSchema = z.object({
  clientid: short,
  username: z._default(z.nullable(short), ''),
  password: z._default(z.nullable(text), ''),
})
export const emqxActionSchema = z.object({
  clientid: short,
  username: z._default(z.nullable(short), ''),
  action: z.enum(['publish', 'subscribe']),
  topic: text,
  mountpoint: z.optional(z.nullable(text)),
})
/** An event `client.disconnected`; times are milliseconds since 1970. */
export const emqxEndSchema = z.object({
  clientid: short,
  reason: short,
  disconnected_at: z.optional(z.int().check(z.nonnegative(), z.maximum(8.64e15))),
})

export const verneSignInSchema = z.object({
  client_id: short,
  username: z._default(z.nullable(short), ''),
  password: z._default(z.nullable(text), ''),
})
export const vernePublishSchema = z.object({
  client_id: short,
  username: z._default(z.nullable(short), ''),
  topic: text,
})
export const verneSubscribeSchema = z.object({
  client_id: short,
  username: z._default(z.nullable(short), ''),
  topics: z.array(z.object({ topic: text, qos: z.unknown() })).check(z.maxLength(1_000)),
})
