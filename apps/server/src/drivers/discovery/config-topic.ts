import type { JsonObject } from '../entities/json-object.ts'

/** The kinds of announcements that are read; of other components nothing is said. */
export const COMPONENTS = ['cover', 'lock', 'light', 'switch', 'binary_sensor'] as const
export type Component = (typeof COMPONENTS)[number]

export const isComponent = (word: unknown): word is Component =>
  COMPONENTS.some((component) => component === word)

/** A sensor is read only where it is a battery. */
export type ConfigComponent = Component | 'sensor'

export const isConfigComponent = (word: unknown): word is ConfigComponent =>
  word === 'sensor' || isComponent(word)

/** Whether it announces the charge of a battery: a sensor in per cent, or a binary sensor that is on while the battery is low. */
export const isBattery = (component: ConfigComponent, { device_class }: JsonObject): boolean =>
  (component === 'sensor' || component === 'binary_sensor') && device_class === 'battery'

export type ConfigTopic =
  | { component: ConfigComponent | 'device'; address: string }
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
  if (component !== 'device' && !isConfigComponent(component)) return 'other'
  const ids = rest.slice(0, -1)
  const isBad = ids.length < 1 || ids.length > 2 || !ids.every((id) => ID.test(id))
  if (isBad) return component === 'sensor' ? 'other' : 'bad'
  return { component, address: ids.join(' ') }
}
