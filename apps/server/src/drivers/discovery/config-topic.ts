/** The kinds of announcements that are read; of other components nothing is said. */
export const COMPONENTS = ['cover', 'lock', 'light', 'switch', 'binary_sensor'] as const
export type Component = (typeof COMPONENTS)[number]

export const isComponent = (word: unknown): word is Component =>
  COMPONENTS.some((component) => component === word)

export type ConfigTopic =
  | { component: Component | 'device'; address: string }
  /** It announces a kind that is read, but not by Home Assistant's rules. */
  | 'bad'
  | 'other'

const ID = /^[a-zA-Z0-9_-]+$/

/** The filters that find announcements. */
export const configFilters = (prefix: string): string[] => [`${prefix}/+/+/config`, `${prefix}/+/+/+/config`]

/** Reads `<prefix>/<component>/[<node id>/]<object id>/config`. The address is what stands between component and `config`. */
export function readConfigTopic(topic: string, prefix: string): ConfigTopic {
  if (!topic.startsWith(`${prefix}/`) || !topic.endsWith('/config')) return 'other'
  const [component, ...rest] = topic.slice(prefix.length + 1).split('/')
  if (component !== 'device' && !isComponent(component)) return 'other'
  const ids = rest.slice(0, -1)
  if (ids.length < 1 || ids.length > 2 || !ids.every((id) => ID.test(id))) return 'bad'
  return { component, address: ids.join(' ') }
}
