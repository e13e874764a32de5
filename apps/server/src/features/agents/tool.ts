import type { BridgeScope } from '@senca/contract/bridges'
import type * as z from 'zod/mini'
import type { BridgeActor } from '#features/rights/index.ts'

/** What a tool answers: fields alone, in which names are data. */
export type Shown = Record<string, unknown>

/** A tool of agents. Its texts are constant English, so that nothing that a person typed reads like an instruction [BR47]. */
export interface Tool {
  name: string
  title: string
  description: string
  scope: BridgeScope
  annotations: {
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
  input: z.ZodMiniType
  /** How many commands a call with this input sends; they are counted before it runs [BR49]. */
  commandsIn?(input: unknown): number
  run(bridge: BridgeActor, input: unknown): Promise<Shown>
}

export const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const
/** Moves something to a place that is named, so that a repetition changes nothing. */
export const MOVES = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: true,
} as const
/** Each repetition is another one. */
export const ACTS = { ...MOVES, idempotentHint: false } as const

/** Joins a schema to a function of what it reads. */
export function defineTool<Schema extends z.ZodMiniType>(
  tool: Omit<Tool, 'input' | 'run' | 'commandsIn'> & {
    input: Schema
    commandsIn?(input: z.infer<Schema>): number
    run(bridge: BridgeActor, input: z.infer<Schema>): Promise<Shown>
  },
): Tool {
  const { input, commandsIn, run } = tool
  return {
    ...tool,
    ...(commandsIn === undefined ? {} : { commandsIn: (raw: unknown) => commandsIn(input.parse(raw)) }),
    run: (bridge, raw) => run(bridge, input.parse(raw)),
  }
}
