import { SPACE_LIMITS } from './space-limits.ts'

const whyNotAllowed = (topic: string): string | null => {
  if (topic === '') return 'the topic is empty'
  if (topic.startsWith('$')) return 'topics that begin with $ are reserved'
  if (topic.includes('\0')) return 'the topic contains a null character'
  if (Buffer.byteLength(topic) > SPACE_LIMITS.TOPIC_BYTES) return 'the topic is too long'
  if (topic.split('/').length > SPACE_LIMITS.TOPIC_LEVELS) return 'the topic has too many levels'
  return null
}

/** Why nobody may publish to a topic; null if it is allowed. */
export const whyNoTopic = (topic: string): string | null =>
  /[+#]/.test(topic) ? 'the topic has a wildcard' : whyNotAllowed(topic)

/** Why nobody may subscribe to a topic filter; null if it is allowed. Shared subscriptions begin with `$` too. */
export const whyNoFilter = (filter: string): string | null => whyNotAllowed(filter)
