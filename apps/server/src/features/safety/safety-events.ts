import * as z from 'zod/mini'
import { createTopic } from '#platform/postgres/announcements.ts'

const noticeSchema = z.union([
  /** A scenario became active, changed while active, or ended. */
  z.object({ scenarioId: z.string() }),
  /** The weather may no longer move this device, or may again. */
  z.object({ deviceId: z.string() }),
  /** The owner of a held device moves it anyway. */
  z.object({ overriddenId: z.string() }),
  /** A measurement or a request requires that scenarios are evaluated. */
  z.object({ isDue: z.literal(true) }),
])
export type SafetyNotice = z.infer<typeof noticeSchema>

/** The instance that announces something has applied it when its transaction resolves. */
export const safetyEvents = createTopic('safety', noticeSchema, { isAppliedAtCommit: true })

/** Notices that the weather may no longer move devices, or may again. */
export const pausesOf = (deviceIds: readonly string[]): SafetyNotice[] =>
  deviceIds.map((deviceId) => ({ deviceId }))
