import type * as z from 'zod/mini'

const MAX_NAMED = 5

/** What is wrong with an announcement, for the person who reads the notice: `command_topic is missing or not valid`. */
export function unreadableOptions({ issues }: z.core.$ZodError, within?: string): string {
  const names = new Set(
    issues.map(({ path }) => [...(within === undefined ? [] : [within]), ...path].join('.')),
  )
  const named = [...names].filter((name) => name !== '').slice(0, MAX_NAMED)
  if (named.length === 0) return 'the message is not valid'
  return `${named.join(', ')} ${named.length === 1 ? 'is' : 'are'} missing or not valid`.slice(0, 200)
}
