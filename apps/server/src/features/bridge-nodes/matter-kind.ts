import type { BridgeKindRules } from '#features/bridges/index.ts'
import { ApiError } from '#platform/errors.ts'
import { statusOf } from './bridge-node.ts'
import { bridgeNodeEvents } from './bridge-node-events.ts'
import type { BridgeNodeService } from './bridge-nodes.service.ts'
import type { BridgeNodeStore } from './bridge-nodes.store.ts'
import type { NodeLeases } from './node-leases.ts'

interface MatterKindOptions {
  store: Pick<BridgeNodeStore, 'find' | 'insert'>
  leases: Pick<NodeLeases, 'isAlive'>
  nodes: Pick<BridgeNodeService, 'parts'>
  /** The Matter process of this server runs bridges. */
  isMatter: boolean
  /** That process ends again and again. */
  isFailing(): boolean
}

/** What is different for bridges of kind `matter`: each has a node, and its token is for the process that runs it. */
export function createMatterKind(options: MatterKindOptions): BridgeKindRules {
  const { store, leases, nodes, isMatter, isFailing } = options
  return {
    async check(_actor, { broker }) {
      if (broker !== undefined) throw new ApiError('malformed_request', { key: 'options' })
    },
    /** Throws `bridge_unavailable` if there is no port for it. */
    async made(queries, { id: bridgeId, accountId }, { options: { alexa = false }, token }) {
      if (!(await store.insert(queries, { bridgeId, accountId, alexa })))
        throw new ApiError('bridge_unavailable', { detail: 'port_taken' })
      // After the commit its process may begin.
      await bridgeNodeEvents.announce(queries, [{ bridgeId, accountId, change: 'asked' }])
      return token
    },
    async changed() {},
    renewed: async (_queries, _bridge, { token }) => token,
    async deleting() {},
    async shown({ id, lastUsedAt }) {
      const node = await store.find(id)
      if (node === null) return { connection: 'waiting', problem: null, lastUsedAt, options: {} }
      return {
        ...statusOf(node, { isAlive: leases.isAlive(node), isMatter, isFailing: isFailing() }),
        lastUsedAt,
      }
    },
    parts: nodes.parts,
    mayHavePin: async () => true,
  }
}
