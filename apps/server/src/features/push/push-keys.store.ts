import { eq } from 'drizzle-orm'
import webPush from 'web-push'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import { createTopic } from '#platform/postgres/announcements.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { createSealing } from '#platform/sealing.ts'
import { pushKeys, pushSubscriptions } from './push.schema.ts'

const ID = 1
const CONTEXT = 'key'

/** Both keys base64url: an uncompressed point of P-256, and 32 bytes. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

const sealingOf = (sessionSecret: string) => createSealing(sessionSecret, 'push')

/** Whether a stored private key can be read with this session secret. */
export const canOpenPushKey = (sealed: string, sessionSecret: string): boolean =>
  sealingOf(sessionSecret).open(sealed, CONTEXT) !== null

interface KeyOptions {
  sessionSecret: string
  clock: Pick<Clock, 'now'>
}

/**
 * The keys of the installation, made at its first start. Null if they were sealed with another session secret; no new keys are made
 * then, because new keys end every subscription [PK24].
 */
export async function readPushKeys(
  queries: Queries,
  { sessionSecret, clock }: KeyOptions,
): Promise<PushKeys | null> {
  const made = webPush.generateVAPIDKeys()
  const { publicKey, privateKey } = made
  const sealed = sealingOf(sessionSecret).seal(privateKey, CONTEXT)
  // Of several instances that start at once the keys of one stay.
  await queries
    .insert(pushKeys)
    .values({ id: ID, publicKey, sealed, createdAt: clock.now() })
    .onConflictDoNothing()
  const [row] = await queries.select().from(pushKeys).where(eq(pushKeys.id, ID))
  if (row === undefined) throw new Error('the push keys were deleted while they were read')
  const opened = sealingOf(sessionSecret).open(row.sealed, CONTEXT)
  return opened === null ? null : { publicKey: row.publicKey, privateKey: opened }
}

/** Says that the keys were replaced. */
export const pushKeyEvents = createTopic('push keys', z.literal('replaced'))

/** Replaces the keys, which ends every subscription: phones make a new one when they open Senca. Returns how many there were. */
export async function replacePushKeys(
  queries: Queries,
  { sessionSecret, clock }: KeyOptions,
): Promise<number> {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const made = {
    publicKey,
    sealed: sealingOf(sessionSecret).seal(privateKey, CONTEXT),
    createdAt: clock.now(),
  }
  await queries
    .insert(pushKeys)
    .values({ id: ID, ...made })
    .onConflictDoUpdate({ target: pushKeys.id, set: made })
  const { rowCount } = await queries.delete(pushSubscriptions)
  await pushKeyEvents.announce(queries, ['replaced'])
  return rowCount ?? 0
}
