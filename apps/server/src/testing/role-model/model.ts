import { PERMISSIONS } from '@senca/contract'
import fc from 'fast-check'

export const PEOPLE = 6
export const DEVICES = 20
/** `own` is reserved for the owner. */
export const VERBS = [...PERMISSIONS, 'own'] as const
export type ModelVerb = (typeof VERBS)[number]

export interface ModelRole {
  id: string
  giver: number
  permissions: readonly string[]
  devices: readonly string[]
  users: readonly number[]
  endsAt: number | null
}

/** People are numbers, devices are ids. */
export interface Model {
  owners: ReadonlyMap<string, number>
  roles: readonly ModelRole[]
  frozen: ReadonlySet<number>
}

/** The access rule in ten lines. */
export const may = (
  { owners, roles, frozen }: Model,
  { person, verb, device, now }: { person: number; verb: ModelVerb; device: string; now: number },
): boolean =>
  owners.get(device) === person ||
  roles.some(
    ({ giver, permissions, devices, users, endsAt }) =>
      giver === owners.get(device) &&
      !frozen.has(giver) &&
      (endsAt === null || now < endsAt) &&
      users.includes(person) &&
      devices.includes(device) &&
      (verb === 'view' || permissions.includes(verb)),
  )

const person = fc.nat(PEOPLE - 1)
/** The instance that is asked. */
const at = fc.constantFrom(0 as const, 1 as const)
const terms = {
  permissions: fc.uniqueArray(fc.constantFrom(...PERMISSIONS), { minLength: 1 }),
  devices: fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 3 }),
  users: fc.uniqueArray(person, { maxLength: 3 }),
  lastsMs: fc.constantFrom(null, 3_000, 60_000, 3_600_000),
}
const kind = <const K extends string>(name: K) => ({ kind: fc.constant(name), at })

const doneArbitrary = fc.oneof(
  { weight: 160, arbitrary: fc.record({ ...kind('give'), giver: person, ...terms }) },
  { weight: 140, arbitrary: fc.record({ ...kind('change'), role: fc.nat(), ...terms }) },
  { weight: 100, arbitrary: fc.record({ ...kind('revoke'), role: fc.nat() }) },
  { weight: 100, arbitrary: fc.record({ ...kind('leave'), role: fc.nat(), user: fc.nat() }) },
  { weight: 80, arbitrary: fc.record({ ...kind('freeze'), giver: person, on: fc.boolean() }) },
  { weight: 320, arbitrary: fc.record({ ...kind('use') }) },
  { weight: 50, arbitrary: fc.record({ ...kind('transfer'), device: fc.nat(), to: person }) },
  { weight: 50, arbitrary: fc.record({ ...kind('deleteDevice'), device: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ ...kind('deleteAccount'), giver: person }) },
)

/** A question that is asked over HTTP after a step. */
const questionArbitrary = fc.record({
  at,
  person,
  device: fc.nat(),
  verb: fc.constantFrom(...PERMISSIONS),
  /** Usually about a user of a role and one of its devices, where errors are most likely. */
  role: fc.option(fc.nat(), { freq: 3 }),
})

export const stepArbitrary = fc.record({ done: doneArbitrary, question: questionArbitrary })

export type Done = typeof doneArbitrary extends fc.Arbitrary<infer T> ? T : never
export type Question = typeof questionArbitrary extends fc.Arbitrary<infer T> ? T : never
