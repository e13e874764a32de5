import * as z from 'zod/mini'
import { createTopic } from '#platform/postgres/announcements.ts'
import type { Queries } from '#platform/postgres/database.ts'

/** Credentials and devices that may no longer sign in. */
export const credentialEvents = createTopic('credentials', z.string())

/** Identifies the secret of a device as a credential. A key is identified by its id. */
export const secretOf = (deviceId: string): string => `secret ${deviceId}`

const DEVICE = 'device '

/**
 * Notifies all instances, after the commit, that these credentials and devices may no longer sign in. The device ids are included
 * because with an external broker no instance knows which credential a device used.
 */
export const credentialsEnd = (
  queries: Queries,
  credentials: readonly string[],
  deviceIds: readonly string[],
): Promise<void> =>
  credentialEvents.announce(queries, [...credentials, ...new Set(deviceIds.map((id) => `${DEVICE}${id}`))])

/** The device id if a notice is about a whole device; null if it is about a credential. */
export const deviceOfNotice = (ended: string): string | null =>
  ended.startsWith(DEVICE) ? ended.slice(DEVICE.length) : null
