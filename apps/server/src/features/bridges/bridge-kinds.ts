import type {
  BridgeConnection,
  BridgeKind,
  BridgeOptions,
  BridgePart,
  BridgeProblem,
  CreatedBridge,
} from '@senca/contract/bridges'
import type { AccountActor } from '#features/rights/index.ts'
import type { Queries } from '#platform/postgres/database.ts'
import type { Bridge } from './bridge.ts'

export type BridgeSecret = NonNullable<CreatedBridge['secret']>

/** What the maker of a bridge sees of it that only its kind knows. */
export interface ShownOfKind {
  connection: BridgeConnection
  problem: BridgeProblem | null
  lastUsedAt: Date | null
  options: BridgeOptions
}

/** What is different for one kind of bridge; a script, which has a token, needs none of it. */
export interface BridgeKindRules {
  /** Checks the options of a new one, before anything is written. Throws refusals. */
  check(actor: AccountActor, options: BridgeOptions): Promise<void>
  /** Called in the transaction that makes a bridge. Returns what its maker is shown once, if anything. Throws refusals. */
  made(
    queries: Queries,
    bridge: Bridge,
    given: { options: BridgeOptions; token: string },
  ): Promise<BridgeSecret | undefined>
  /** Called in the transaction that changes the terms. */
  changed(queries: Queries, bridge: Bridge): Promise<void>
  /** Called in the transaction that replaces the secret; the one before works until `oldUntil`. Throws refusals. */
  renewed(
    queries: Queries,
    bridge: Bridge,
    given: { oldUntil: Date | null; token: string },
  ): Promise<BridgeSecret>
  /** Called in the transaction that deletes the bridge. */
  deleting(queries: Queries, bridge: Bridge): Promise<void>
  shown(bridge: Bridge): Promise<ShownOfKind>
  /** What the ecosystem is shown now. */
  parts(bridge: Bridge): Promise<BridgePart[]>
  mayHavePin(bridge: Bridge): Promise<boolean>
}

/** The kinds of bridges that are not scripts, by their features. */
export function createBridgeKinds() {
  const rulesByKind = new Map<BridgeKind, BridgeKindRules>()
  return {
    add: (kind: BridgeKind, rules: BridgeKindRules) => void rulesByKind.set(kind, rules),
    of: (kind: BridgeKind): BridgeKindRules | undefined => rulesByKind.get(kind),
  }
}

export type BridgeKinds = ReturnType<typeof createBridgeKinds>
