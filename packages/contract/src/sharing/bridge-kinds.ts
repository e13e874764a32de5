/**
 * What acts for its maker: a `script` has a token for the calls and an `agent` one for MCP, a `matter` bridge shows devices to the apps
 * of other makers, and to `home-assistant`, and openHAB, devices are announced by MQTT discovery.
 */
export const BRIDGE_KINDS = ['script', 'agent', 'matter', 'home-assistant'] as const
export type BridgeKind = (typeof BRIDGE_KINDS)[number]

/** Whether a bridge of this kind has a token for calls, with scopes. It must have an end [BR2]. */
export const hasToken = (kind: BridgeKind): boolean => kind === 'script' || kind === 'agent'

/** The parts of devices that a Matter bridge shows one by one. */
export const BRIDGE_PARTS = [
  'cover',
  'motor',
  'magnet',
  'contact',
  'foil',
  'door_light',
  'handle_light',
  'light_1',
  'light_2',
] as const
export type BridgePartName = (typeof BRIDGE_PARTS)[number]

/** What keeps a bridge from working, if the server knows it. */
export const BRIDGE_PROBLEMS = [
  'no_multicast',
  'port_taken',
  'matter_off',
  'process_failing',
  'old_process',
  'too_many_parts',
  'broker_unusable',
] as const
export type BridgeProblem = (typeof BRIDGE_PROBLEMS)[number]
