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
  'instances',
  'hardware',
  'bridges',
  'pocket',
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
  /** The duration in seconds of each measurement of round trips and fan-out. */
  seconds: positive(8),
  clients: positive(50),
  devices: positive(200),
  rate: positive(10),
  viewers: positive(20),
  'idle-devices': positive(10_000),
  sockets: positive(5_000),
  scenarios: positive(10_000),
  /** The number of devices that are upgraded, twenty per home. */
  upgrades: positive(10_000),
  revocations: positive(1_000),
  /** The pushes that are due at once. */
  pushes: positive(10_000),
  /** The covers that a bridge announces at once. */
  announced: positive(1_000),
  /** The duration in seconds of each measurement of states of covers of other makers. */
  'state-seconds': positive(60),
  /** The duration in seconds for which a Matter bridge at rest is measured, once. */
  'rest-seconds': positive(600),
  'role-devices': positive(10_000),
  /** The size of the database in which `fleet` measures one home. */
  'fleet-devices': positive(10_000),
  'fleet-accounts': positive(2_000),
  'fleet-activity': positive(100_000),
})
export type Flags = z.infer<typeof flagsSchema>

/** Parses `--name value` pairs; `--only` takes parts separated by commas. Throws on unknown flags and parts. */
export function readFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.keys(flagsSchema.shape).map((name) => [name, { type: 'string' as const }]),
    ),
  })
  return flagsSchema.parse(values)
}
