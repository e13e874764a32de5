/** What acts for its maker: a `script` has a token for the calls. */
export const BRIDGE_KINDS = ['script'] as const
export type BridgeKind = (typeof BRIDGE_KINDS)[number]
