import { parseArgs } from 'node:util'
import * as z from 'zod/mini'

export const PARTS = [
  'roundtrip',
  'fan-out',
  'idle',
  'start',
  'storm',
  'scheduler',
  'alarm',
  'upgrades',
  'revoke',
  'roles',
  'sun',
  'fleet',
] as const
export type Part = (typeof PARTS)[number]

const positive = (fallback: number) =>
  z._default(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string) => Number(text)),
      ),
      z.number().check(z.positive()),
    ),
    fallback,
  )

const flagsSchema = z.object({
  only: z._default(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string) => text.split(',')),
      ),
      z.array(z.enum(PARTS)),
    ),
    [...PARTS],
  ),
  rounds: positive(3),
  /** How long each measurement of round trips and fan-out lasts. */
  seconds: positive(8),
  clients: positive(50),
  devices: positive(200),
  rate: positive(10),
  viewers: positive(20),
  'idle-devices': positive(10_000),
  sockets: positive(5_000),
  scenarios: positive(10_000),
  /** Devices that are upgraded, twenty in each home. */
  upgrades: positive(10_000),
  revocations: positive(1_000),
  'role-devices': positive(10_000),
  /** How large the database is of which `fleet` measures one home. */
  'fleet-devices': positive(10_000),
  'fleet-accounts': positive(2_000),
  'fleet-activity': positive(100_000),
})
export type Flags = z.infer<typeof flagsSchema>

/** Reads `--name value` pairs; `--only` takes parts separated by commas. Throws on what is unknown. */
export function readFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.keys(flagsSchema.shape).map((name) => [name, { type: 'string' as const }]),
    ),
  })
  return flagsSchema.parse(values)
}
