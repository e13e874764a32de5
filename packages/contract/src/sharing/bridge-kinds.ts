/** What acts for its maker: a `script` has a token for the calls, a `matter` bridge shows devices to the apps of other makers. */
export const BRIDGE_KINDS = ['script', 'matter'] as const
export type BridgeKind = (typeof BRIDGE_KINDS)[number]

/** The parts of devices that a bridge shows one by one. */
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
export type BridgePart = (typeof BRIDGE_PARTS)[number]

/** Why a bridge does not work, if the server knows it. */
export const BRIDGE_PROBLEMS = [
  'no_multicast',
  'port_taken',
  'matter_off',
  'old_process',
  'too_many_parts',
] as const
export type BridgeProblem = (typeof BRIDGE_PROBLEMS)[number]
