import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

const Payload = z.union([z.string(), z.record(z.string(), z.unknown())])
const Message = z.object({ topic: z.string(), payload: Payload, retain: z.optional(z.boolean()) })
const Percent = z.nullable(z.object({ percentOpen: z.number(), product: z.number() }))

const Expected = z.object({
  kind: z.optional(z.enum(['cover', 'lock', 'light', 'switch', 'contact'])),
  entity: z.optional(z.string()),
  exists: z.optional(z.boolean()),
  available: z.optional(z.boolean()),
  assumed: z.optional(z.boolean()),
  closed: z.optional(z.nullable(z.boolean())),
  moving: z.optional(z.string()),
  position: z.optional(Percent),
  tilt: z.optional(Percent),
  lockState: z.optional(z.string()),
  locked: z.optional(z.nullable(z.boolean())),
  on: z.optional(z.nullable(z.boolean())),
  brightness: z.optional(z.nullable(z.object({ ha255: z.number(), product: z.number() }))),
  can: z.optional(z.array(z.string())),
  name: z.optional(z.string()),
  deviceClass: z.optional(z.nullable(z.string())),
  limitations: z.optional(z.array(z.string())),
  unread: z.optional(z.nullable(z.string())),
  address: z.optional(z.string()),
})
export type ExpectedState = z.infer<typeof Expected>

const Publish = z.object({
  topic: z.string(),
  payload: z.string(),
  qos: z.optional(z.number()),
  retain: z.optional(z.boolean()),
})

const Command = z.object({
  do: z.string(),
  arg: z.optional(
    z.object({
      percentOpen: z.optional(z.number()),
      product: z.optional(z.number()),
      brightness255: z.optional(z.number()),
      code: z.optional(z.string()),
    }),
  ),
  expectPublish: z.optional(z.union([Publish, z.array(Publish)])),
  expectError: z.optional(z.string()),
  ordered: z.optional(z.boolean()),
  compare: z.optional(z.string()),
  // biome-ignore lint/suspicious/noThenProperty: the cases of other projects call it so, and nothing awaits it.
  then: z.optional(Expected),
})
export type CaseCommand = z.infer<typeof Command>

/** What a device says, what is known then, and what it is sent: data that other projects use as well. */
const EntityCase = z.object({
  id: z.string(),
  discovery: z.array(Message),
  messages: z.optional(z.array(Message)),
  kind: z.optional(z.string()),
  entity: z.optional(z.string()),
  expectState: z.optional(Expected),
  expectAll: z.optional(z.array(Expected)),
  expectEntities: z.optional(z.number()),
  expectDevices: z.optional(z.number()),
  expectTilt: z.optional(z.array(z.boolean())),
  expectNotices: z.optional(z.array(z.string())),
  commands: z.optional(z.array(Command)),
  needs: z.optional(z.array(z.string())),
  integration: z.optional(z.string()),
  badEntity: z.optional(z.string()),
  maxMilliseconds: z.optional(z.number()),
})
export type EntityCase = z.infer<typeof EntityCase>
export type EntityCaseInput = z.input<typeof EntityCase>

export const readOneCase = (one: unknown): EntityCase => EntityCase.parse(one)

const CaseFile = z.object({ cases: z.optional(z.array(z.unknown())) })

/** The cases of a folder: each file is an object with a list of them. Files of others than entities are left out. */
export function readCases(
  folder: string,
  leftOut: readonly string[],
): { file: string; cases: EntityCase[] }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json') && !leftOut.includes(file))
    .map((file) => {
      const read = CaseFile.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
      return { file, cases: (read.cases ?? []).map(readOneCase) }
    })
}
