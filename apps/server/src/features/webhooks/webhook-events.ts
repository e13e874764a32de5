import * as z from 'zod/mini'
import { createTopic } from '#platform/postgres/announcements.ts'

/** Ids of accounts whose webhooks changed. The instance that changed them knows it when its transaction resolves. */
export const webhookEvents = createTopic('webhooks', z.string(), { isAppliedAtCommit: true })
