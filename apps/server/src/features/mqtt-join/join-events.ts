import * as z from 'zod/mini'
import { createTopic } from '#platform/postgres/announcements.ts'

/** Accounts that joined or left a broker. */
export const joinEvents = createTopic('joined brokers', z.string(), { isAppliedAtCommit: true })
