/**
 * What acts for its maker: a `script` has a token for the calls; to `home-assistant`, and openHAB, its devices are announced by MQTT
 * discovery.
 */
export const BRIDGE_KINDS = ['script', 'home-assistant'] as const
export type BridgeKind = (typeof BRIDGE_KINDS)[number]

/** Whether a bridge of this kind must have an end [BR2]. */
export const mustEnd = (kind: BridgeKind): boolean => kind === 'script'
