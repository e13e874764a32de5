import {
  bridgeFabricsSchema,
  bridgeNodeSchema,
  bridgePairingSchema,
  bridgePairingStatusSchema,
  type MatterPart,
  matterPartsSchema,
} from '@senca/contract/bridge-matter'
import { vi } from 'vitest'
import type { Answer, TestClient } from '../test-client.ts'
import { API, askBridges, callBy, createBridge } from './bridge-home.ts'

/** Makes a Matter bridge that may command these devices. */
export const createMatterBridge = (maker: TestClient, deviceIds: readonly string[], more: object = {}) =>
  createBridge(maker, deviceIds, { kind: 'matter', ...more })

/** The owner's calls about a Matter bridge. */
export const matterBridgeCalls = (owner: TestClient, id: string) => {
  const read = (call: string): Promise<Answer> => owner.api('GET', `${API}/bridge/${call}?id=${id}`)
  return {
    openPairing: async () => bridgePairingSchema.parse(await owner.ok(askBridges(owner, 'pairing', { id }))),
    pairing: async () => bridgePairingStatusSchema.parse(await owner.ok(read('pairing'))),
    fabrics: async () => bridgeFabricsSchema.parse(await owner.ok(read('fabrics'))),
    parts: async (): Promise<MatterPart[]> => matterPartsSchema.parse(await owner.ok(read('parts'))),
    removeFabric: (index: number): Promise<Answer> => askBridges(owner, 'fabric/remove', { id, index }),
    reset: (): Promise<Answer> => askBridges(owner, 'reset', { id }),
  }
}

/** A process of a Matter bridge, as far as the server sees it. */
export const createBridgeProcess = (app: { url: string }, secret: string, process = crypto.randomUUID()) => {
  const node = (more: object = {}): Promise<Answer> =>
    callBy(app, secret, 'POST', `${API}/bridge/node`, { process, ...more })
  const answered = async (more: object = {}) => {
    const { status, body } = await node(more)
    if (status !== 200) throw new Error(`the server answers ${status}`)
    return bridgeNodeSchema.parse(body)
  }
  return {
    process,
    node,
    answered,
    store: (entries: Record<string, string | null>): Promise<Answer> =>
      callBy(app, secret, 'POST', `${API}/bridge/store`, { process, entries }),
    /** Does what the server asks for until it asks for what is meant. */
    until: <T>(wanted: (asked: Awaited<ReturnType<typeof answered>>) => T | null): Promise<T> =>
      vi.waitFor(async () => {
        const found = wanted(await answered())
        if (found === null) throw new Error('it is not asked for yet')
        return found
      }),
  }
}
