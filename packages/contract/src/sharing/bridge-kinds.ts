/** What acts for its maker: a `script` has a token for the calls, an `agent` one for MCP. */
export const BRIDGE_KINDS = ['script', 'agent'] as const
export type BridgeKind = (typeof BRIDGE_KINDS)[number]
