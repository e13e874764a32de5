const MAX_BYTES = 512
const MAX_LEVELS = 32

/** Why a topic cannot be used to publish or to subscribe exactly; null if it can. */
export function faultOfTopic(topic: string): string | null {
  if (topic === '') return 'a topic is empty'
  if (Buffer.byteLength(topic) > MAX_BYTES) return `a topic is over ${MAX_BYTES} bytes`
  if (/[+#]/.test(topic)) return 'a topic has a wildcard'
  if (topic.startsWith('$')) return 'a topic begins with $'
  if (/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(topic)) return 'a topic has a control character'
  return topic.split('/').length > MAX_LEVELS ? `a topic has over ${MAX_LEVELS} levels` : null
}
