import {
  type BridgeFabric,
  bridgeFabricSchema,
  type MatterPart,
  matterPartSchema,
  PAIRING_REASONS,
  PAIRING_STATUSES,
} from '@senca/contract/bridge-matter'
import { BRIDGE_PROBLEMS, type BridgeProblem } from '@senca/contract/bridges'
import * as z from 'zod/mini'
import type { ShownOfKind } from '#features/bridges/index.ts'
import { parseJson } from '#platform/parse-json.ts'
import type { Sealing } from '#platform/sealing.ts'
import type { bridgeNodes } from './bridge-nodes.schema.ts'

/** A pairing that was asked for; its codes once the process has opened it. */
const pairingSchema = z.object({
  id: z.string(),
  until: z.string(),
  status: z.enum(PAIRING_STATUSES),
  reason: z.optional(z.enum(PAIRING_REASONS)),
  manualCode: z.optional(z.string()),
  qrCode: z.optional(z.string()),
})
export type Pairing = z.infer<typeof pairingSchema>

/** What is known of the node of a Matter bridge. */
export interface StoredNode {
  bridgeId: string
  alexa: boolean
  port: number
  problem: BridgeProblem | null
  fabrics: BridgeFabric[]
  parts: MatterPart[]
  partsAsked: number
  partsShown: number
  pairing: Pairing | null
  removing: number[]
  resets: number
  resetsDone: number
  heldUntil: Date | null
}

const problemSchema = z.nullable(z.enum(BRIDGE_PROBLEMS))
const fabricsSchema = z.array(bridgeFabricSchema)
const partsSchema = z.array(matterPartSchema)
const removingSchema = z.array(z.int())

const contextOf = (bridgeId: string) => `${bridgeId} pairing`

export const sealPairing = (sealing: Sealing, bridgeId: string, pairing: Pairing): string =>
  sealing.seal(JSON.stringify(pairing), contextOf(bridgeId))

export function nodeOfRow(row: typeof bridgeNodes.$inferSelect, sealing: Sealing): StoredNode {
  const { bridgeId, alexa, port, partsAsked, partsShown, resets, resetsDone, heldUntil } = row
  const opened = row.pairing === null ? null : sealing.open(row.pairing, contextOf(bridgeId))
  return {
    bridgeId,
    alexa,
    port,
    problem: problemSchema.safeParse(row.problem).data ?? null,
    fabrics: fabricsSchema.safeParse(row.fabrics).data ?? [],
    parts: partsSchema.safeParse(row.parts).data ?? [],
    pairing: pairingSchema.safeParse(parseJson(opened ?? '')).data ?? null,
    removing: removingSchema.safeParse(row.removing).data ?? [],
    partsAsked,
    partsShown,
    resets,
    resetsDone,
    heldUntil,
  }
}

/** The pairing that the process is to hold open now; null for none. */
export function openPairingOf({ pairing }: Pick<StoredNode, 'pairing'>, now: Date): Pairing | null {
  if (pairing === null || new Date(pairing.until) <= now) return null
  return pairing.status === 'open' || pairing.status === 'closed' ? pairing : null
}

interface ProcessStatus {
  /** The process of the bridge lives. */
  isAlive: boolean
  /** This server runs Matter itself. */
  isMatter: boolean
  /** Its process keeps ending soon after its start. */
  isFailing: boolean
}

/** What is shown of a node, by the process that runs it or not. */
export function statusOf(
  { fabrics, problem, alexa }: StoredNode,
  { isAlive, isMatter, isFailing }: ProcessStatus,
): Omit<ShownOfKind, 'lastUsedAt'> {
  const isOff = !isAlive && !isMatter
  const isUsed = fabrics.length > 0
  return {
    connection: isAlive ? (isUsed ? 'online' : 'waiting') : isOff ? 'off' : isUsed ? 'offline' : 'waiting',
    problem: isOff ? 'matter_off' : isFailing && !isAlive ? 'process_failing' : problem,
    options: { alexa },
  }
}
